/** The connection of this page, and the randomness it adds to the dice. */

import { settings } from '../settings.svelte';
import { Socket } from './socket.svelte';

export const socket = new Socket(
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  () => settings.name,
);

/** 256 bits of this browser's own randomness: with it in every roll, the server cannot have chosen them. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
