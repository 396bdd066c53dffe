/** Arrow keys go round among the buttons of a group and press the one they come to, as in a group of radio buttons. */

const WAYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function arrows(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const buttons = [...(event.currentTarget as Element).querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (way === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = buttons[(at + way + buttons.length) % buttons.length]!;
  next.focus();
  next.click();
}
