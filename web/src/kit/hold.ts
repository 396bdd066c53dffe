/** Press and hold: shows more of what is held, and never does what a tap would do. */

const LONG = 400; // milliseconds; a shorter press is a tap
const NEAR = 9; // pixels; a pointer that goes further drags

/** Something that is held, to be shown large. */
export interface Held {
  words: string; // what a screen reader says of it
  picture: Element | null; // a copy of its picture
  width: number; // of the picture where it lies, pixels
  height: number;
}

/** What a screen reader says of an element: its label, or its text without what is for the eye only. */
function wordsOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label) return label;
  const copy = element.cloneNode(true) as Element;
  for (const drawn of copy.querySelectorAll('[aria-hidden="true"]')) drawn.remove();
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function heldOf(element: Element): Held {
  const pictures = [...element.querySelectorAll('.face, svg')].map((one) => ({
    one,
    box: one.getBoundingClientRect(),
  }));
  const largest = pictures.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)[0];
  const hidden = element.closest('[aria-hidden="true"]') !== null;
  return {
    words: hidden ? '' : wordsOf(element),
    picture: (largest?.one.cloneNode(true) as Element | undefined) ?? null,
    width: largest?.box.width ?? 0,
    height: largest?.box.height ?? 0,
  };
}

/** Call `show` for each control or picture in a room that is held, and with null at the next press or key after it. */
export function holding(show: (held: Held | null) => void): (room: HTMLElement) => () => void {
  return (room) => {
    const until = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: PointerEvent | null = null;
    let held = false; // the press that goes on, or ended last, was a long one
    let byKey = false; // and it was of the space bar

    const forget = (): void => {
      clearTimeout(timer);
      from = null;
    };
    const begin = (): void => {
      forget();
      if (held) show(null);
      held = byKey = false;
    };
    const wait = (thing: Element): void => {
      timer = setTimeout(() => {
        held = true;
        show(heldOf(thing));
      }, LONG);
    };
    const inRoom = (event: Event, what: string): Element | null => {
      const thing = event.target instanceof Element ? event.target.closest(what) : null;
      return room.contains(thing) ? thing : null;
    };
    const down = (event: PointerEvent): void => {
      begin();
      const thing = inRoom(event, 'button, a, [role=button], [role=img]');
      if (event.button !== 0 || !event.isPrimary || !thing) return;
      from = event;
      wait(thing);
    };
    const move = (event: PointerEvent): void => {
      if (!from || Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < NEAR) return;
      forget();
      if (held) show(null); // it is dragged after all
    };
    const click = (event: MouseEvent): void => {
      if (!held || (event.detail === 0 && !byKey)) return; // a key that was only pressed
      event.stopPropagation();
      event.preventDefault();
    };
    const menu = (event: Event): void => {
      if (from && from.pointerType !== 'mouse') event.preventDefault(); // the browser's own long press
    };
    const key = (event: KeyboardEvent): void => {
      const pressed = [' ', 'Enter'].includes(event.key) && inRoom(event, 'button, a, [role=button]');
      if (event.repeat) {
        if (!pressed) return;
        event.stopPropagation(); // a key that is held down does nothing a second time
        event.preventDefault();
        return;
      }
      begin();
      if (!pressed || event.key !== ' ' || !(pressed instanceof HTMLButtonElement)) return;
      byKey = true;
      wait(pressed); // a button is pressed by the space bar when it is let go, so that it can be held
    };
    const keyUp = (event: KeyboardEvent): void => {
      if (!byKey || event.key !== ' ') return;
      clearTimeout(timer);
      setTimeout(() => (byKey = false)); // after the click that this makes
    };
    const first = { capture: true, signal: until.signal };
    addEventListener('pointerdown', down, first);
    addEventListener('pointermove', move, first);
    addEventListener('pointerup', forget, first);
    addEventListener('pointercancel', forget, first);
    addEventListener('keydown', key, first);
    addEventListener('keyup', keyUp, first);
    room.addEventListener('click', click, first);
    room.addEventListener('contextmenu', menu, first);
    return () => {
      forget();
      until.abort();
    };
  };
}
