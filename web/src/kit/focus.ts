/** When what had the focus is taken away or can no longer be pressed, the focus goes on at the beginning of the page's
 * content, not above it: whoever reads with a keyboard or a screen reader stays where they were. */

export function keepFocus(): () => void {
  let last: Element | null = null; // had the focus
  const remember = (event: FocusEvent): void => void (last = event.target as Element);
  const gone = (): boolean =>
    document.activeElement === document.body && last !== null && (!last.isConnected || last.matches(':disabled'));
  const goOn = (): void => {
    if (!gone()) return;
    const panel = document.querySelector('dialog:modal');
    const there = panel ? panel.querySelector<HTMLElement>('[tabindex], button') : document.querySelector('main');
    there?.focus({ preventScroll: true });
  };
  // those who know a better place have gone there by then
  const look = (): void => void (gone() && requestAnimationFrame(goOn));
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', remember);
  return () => {
    watcher.disconnect();
    document.removeEventListener('focusin', remember);
  };
}
