/** Something is dragged; a pointer that hardly moves has only tapped. */

const ENOUGH = 9; // pixels

interface Drag {
  move: (x: number, y: number) => void;
  drop: (x: number, y: number) => void;
  end: () => void; // in any case, at last
}

export function drag(event: PointerEvent, { move, drop, end }: Drag): void {
  if (event.button !== 0) return;
  const until = new AbortController();
  let moving = false;
  const onMove = (now: PointerEvent): void => {
    if (now.pointerId !== event.pointerId) return; // another finger
    moving ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) >= ENOUGH;
    if (moving) move(now.clientX, now.clientY);
  };
  const onEnd = (now: PointerEvent): void => {
    if (now.pointerId !== event.pointerId) return;
    until.abort();
    if (moving) noTap();
    if (moving && now.type === 'pointerup') drop(now.clientX, now.clientY);
    end();
  };
  addEventListener('pointermove', onMove, until);
  addEventListener('pointerup', onEnd, until);
  addEventListener('pointercancel', onEnd, until);
}

/** The click that follows a drag was none. */
function noTap(): void {
  const tapped = new AbortController();
  addEventListener('click', (click) => click.stopPropagation(), { capture: true, signal: tapped.signal });
  setTimeout(() => tapped.abort());
}
