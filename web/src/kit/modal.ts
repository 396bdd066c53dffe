/** Panels over everything: the rest can be neither reached nor read until they are gone; then the focus goes back. */

export function modal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    if (document.activeElement !== document.body) return;
    const there = before?.isConnected && before !== document.body ? before : document.querySelector('main');
    (there as HTMLElement | null)?.focus({ preventScroll: true }); // a browser forgets it if the panel is taken away
  };
}

/** A panel that stays until it is answered. A cancelled `cancel` is not enough: browsers ask only once. */
export function staying(dialog: HTMLDialogElement): () => void {
  const close = modal(dialog);
  const ignore = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') event.preventDefault();
  };
  const stay = (event: Event): void => event.preventDefault();
  addEventListener('keydown', ignore, { capture: true });
  dialog.addEventListener('cancel', stay);
  return () => {
    removeEventListener('keydown', ignore, { capture: true });
    dialog.removeEventListener('cancel', stay);
    close();
  };
}
