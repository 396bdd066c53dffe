/** The words of the page itself. */

import text from './en.ftl?raw';
import { Words, type Arguments } from './words';

const shell = new Words(text);

export function t(id: string, args?: Arguments): string {
  return shell.say(id, args);
}

export function part(id: string, name: string, args?: Arguments): string {
  return shell.say(id, args, name);
}
