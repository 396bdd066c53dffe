/** Names and sums, read aloud by the browser for those who do not read yet. */

import { preferences } from './preferences.svelte';

export const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined';

/** Say something at once; what was being said is cut short, or a child would wait for it. */
export function aloud(text: string, queued = false): void {
  if (!preferences.aloud || !canSpeak() || !text) return;
  if (!queued) speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = 'en';
  said.rate = 0.92;
  speechSynthesis.speak(said);
}
