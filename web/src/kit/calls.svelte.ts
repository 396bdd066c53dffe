/** Calling someone back to a table: a notification by the browser, once they asked for it. */

import { route } from '../route.svelte';
import { settings } from '../settings.svelte';

/** Browsers offer this only to pages that came over https or from the device itself. */
const possible = isSecureContext && 'Notification' in window;

class Calls {
  #permission = $state<NotificationPermission>(possible ? Notification.permission : 'denied');
  #shown: (() => void)[] = []; // how to take down what was shown

  constructor() {
    document.addEventListener('visibilitychange', () => document.hidden || this.#takeDown());
  }

  /** `blocked`: by the browser, and only there it can be allowed again. */
  get state(): 'impossible' | 'blocked' | 'off' | 'on' {
    if (!possible) return 'impossible';
    if (this.#permission === 'denied') return 'blocked';
    return settings.calls && this.#permission === 'granted' ? 'on' : 'off';
  }

  /** May be called only for what a person just tapped: the browser then asks them. */
  async turnOn(): Promise<void> {
    this.#permission = await Notification.requestPermission();
    settings.calls = this.#permission === 'granted';
  }

  /** Tell someone who is looking elsewhere; a newer call about the same table takes the place of the older one. */
  async call(code: string, title: string, text: string): Promise<void> {
    if (this.state !== 'on' || !document.hidden) return;
    const path = `/t/${code}`;
    const more = { body: text, tag: path, icon: '/icon-192.png', data: path };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) {
      await worker.showNotification(title, more);
      this.#shown.push(
        () => void worker.getNotifications({ tag: path }).then((all) => all.forEach((one) => one.close())),
      );
    } else this.#show(title, more, path);
  }

  /** Without a worker, as in private windows. */
  #show(title: string, more: NotificationOptions, path: string): void {
    try {
      const shown = new Notification(title, more);
      shown.onclick = () => {
        window.focus();
        route.go(path);
      };
      this.#shown.push(() => shown.close());
    } catch {
      // phones show them only through a worker; the title of the tab and the sound still tell it
    }
  }

  #takeDown(): void {
    for (const close of this.#shown.splice(0)) close();
  }
}

export const calls = new Calls();
