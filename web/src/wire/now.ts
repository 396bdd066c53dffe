/** The time by the server's clock, second by second for whoever looks at it. */

import { createSubscriber } from 'svelte/reactivity';
import { socket } from './wire';

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** Seconds since 1970. */
export function now(): number {
  ticking();
  return (Date.now() + socket.ahead) / 1000;
}
