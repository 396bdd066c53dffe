/** By which address others come to a table. */

import { linked } from '../links';
import type { Here } from '../wire/messages';

/** Whether an address means, on every device, that device itself. */
export function isLoopback(address: string): boolean {
  const name = new URL(address).hostname;
  return name === 'localhost' || name.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(name) || name === '[::1]';
}

/** The addresses to choose from, the likeliest first: the one the host has set, the one this page came by, or those the
    server found. None: no other device can come. */
export function addressesFor(origin: string, host: Here): readonly string[] {
  if (host.public) return [host.public];
  return isLoopback(origin) ? host.addresses : [origin];
}

/** What leads to a table, also while others try codes: the link has its token. */
export const pathTo = (code: string): string => `/t/${linked(code)}`;

/** An address as people read it. */
export const shortly = (address: string): string => new URL(address).host;
