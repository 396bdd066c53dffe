/** A page that has become older than its server is loaded anew: the match is on the server, so nothing is lost. */

import type { Socket } from './wire/socket.svelte';

const PLACE = 'asterism-loaded-for';

/** Look whenever the server was away, and at first if a worker may have given us a page that it kept. */
export function keepUp(socket: Socket): void {
  let sure = !navigator.serviceWorker?.controller;
  socket.ready(() => {
    if (!sure) void look();
    sure = false;
  });
  addEventListener('vite:preloadError', () => void look()); // a part of the page is not on the server any more
}

/** Run the worker that shows the page where there is no network; only over https and on this device itself. */
export function stayWithoutNetwork(socket: Socket): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  socket.ready(() => {
    void navigator.serviceWorker.register('/worker.js').catch(() => undefined); // then the page needs the network
  });
}

const scriptOf = (page: Document): string => page.querySelector('script[type=module]')?.getAttribute('src') ?? '';

async function look(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null);
  if (!answer?.ok) return;
  const now = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  if (!now || now === scriptOf(document) || sessionStorage.getItem(PLACE) === now) return;
  sessionStorage.setItem(PLACE, now); // once for each page: whatever stands between us may go on giving out the old one
  location.reload();
}
