import { settings } from '../settings.svelte';

/** Whether a key that was pressed may be one of the page's own: not while something is typed or asked, nor where letters
 * and digits are wanted for something else (speech that is written down as keys, for one). */
export function isShortcut(event: KeyboardEvent): boolean {
  const other = event.ctrlKey || event.metaKey || event.altKey || !settings.keys;
  const asked = (event.target as Element).closest('input, select, textarea, dialog');
  return !other && !asked && !document.querySelector('dialog:modal'); // what lies under a panel is out of reach
}
