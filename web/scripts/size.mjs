// The page's own script and style, compressed as the server sends them: printed, and at most 100 KB in all.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST = 100_000; // bytes
const built = fileURLToPath(new URL('../../asterism/static', import.meta.url));

const files = readdirSync(built, { recursive: true })
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => ({ name, size: gzipSync(readFileSync(join(built, name)), { level: 9 }).length }))
  .sort((a, b) => b.size - a.size);
const total = files.reduce((sum, file) => sum + file.size, 0);

for (const { name, size } of files) console.log(`${(size / 1000).toFixed(1).padStart(7)} KB  ${name}`);
console.log(`${(total / 1000).toFixed(1).padStart(7)} KB  in all (at most ${MOST / 1000})`);
if (files.length === 0) {
  console.error('nothing is built: npm run build');
  process.exit(1);
}
if (total > MOST) {
  console.error('the page has grown too heavy');
  process.exit(1);
}
