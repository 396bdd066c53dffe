// What a page loads of our script and style, compressed as the server sends it (fonts and pictures apart): the first
// screen with every game's card, and the match page of each game. Printed, and for none of them more than 150 KB.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST = 150_000; // bytes
const built = fileURLToPath(new URL('../../asterism/static', import.meta.url));
const list = join(built, '.vite/manifest.json');
if (!existsSync(list)) {
  console.error('nothing is built: npm run build');
  process.exit(1);
}
const chunks = JSON.parse(readFileSync(list, 'utf8'));
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
  return sizes.get(file);
}

/** Every file that these chunks need, with what they import at once. */
function filesOf(names, found = new Set()) {
  for (const name of names) {
    const { file, css = [], imports = [] } = chunks[name];
    if (found.has(file)) continue;
    for (const one of [file, ...css]) if (/\.(js|css)$/.test(one)) found.add(one);
    filesOf(imports, found);
  }
  return found;
}

const shell = Object.keys(chunks).filter((name) => chunks[name].isEntry);
const cards = Object.keys(chunks).filter((name) => /^src\/games\/\w+\/Card\.svelte$/.test(name));
const boards = Object.keys(chunks).filter((name) => /^src\/games\/\w+\/Board\.svelte$/.test(name));
const pages = [
  ['the first screen', [...shell, ...cards]],
  ...boards.map((name) => [`the match page of ${name.split('/')[2]}`, [...shell, name]]),
];

let heaviest = 0;
for (const [name, parts] of pages) {
  const size = ['theme.js', ...filesOf(parts)].reduce((sum, file) => sum + sizeOf(file), 0);
  heaviest = Math.max(heaviest, size);
  console.log(`${(size / 1000).toFixed(1).padStart(7)} KB  ${name}`);
}
const shellSize = ['theme.js', ...filesOf(shell)].reduce((sum, file) => sum + sizeOf(file), 0);
console.log(`${(shellSize / 1000).toFixed(1).padStart(7)} KB  of it what all pages share`);
if (heaviest > MOST) {
  console.error(`a page has grown heavier than ${MOST / 1000} KB`);
  process.exit(1);
}
