/** The table whose page is open, for what stands around that page. */

import type { Table } from './table.svelte';

class Seated {
  table = $state.raw<Table | null>(null);
}

export const seated = new Seated();
