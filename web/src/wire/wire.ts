/** The connection of this page. */

import { settings } from '../settings.svelte';
import { Socket } from './socket.svelte';

export const socket = new Socket(
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  () => settings.name,
);
