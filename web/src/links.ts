/** The tokens of links: the part that cannot be guessed. A table or lesson that this browser came to by its link, or was
    let in to, is found again by it, however many codes others try. */

import { read, write } from './storage.svelte';

const PLACE = 'asterism-links';
const MOST = 60; // the newest
const TOKEN = /^(.+)-([0-9A-Z]{16})$/;

/** By code, the newest last. */
const known = (): Record<string, string> => read(PLACE, {});

/** The code and the token of a link, both in capitals; without a token it is a code that somebody typed. */
export function split(text: string): { code: string; token: string } {
  const [, code, token] = TOKEN.exec(text.toUpperCase()) ?? [];
  return code && token ? { code, token } : { code: text.toUpperCase(), token: '' };
}

/** Keep the token of a code. */
export function remember(code: string, token: string): void {
  if (!token || known()[code] === token) return;
  const rest = Object.entries(known()).filter(([other]) => other !== code);
  write(PLACE, Object.fromEntries([...rest, [code, token] as const].slice(-MOST)));
}

/** What names a table or lesson to the server: its code, with its token where that is known. */
export function linked(code: string, token = known()[code] ?? ''): string {
  return token ? `${code}-${token}` : code;
}
