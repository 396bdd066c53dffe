/** Whether this tab is a stand: a screen for whoever passes by, fresh again when they have left. */

import { settings } from './settings.svelte';
import { beNew } from './wire/http';
import type { StandFacts } from './wire/messages';

const PLACE = 'asterism-stand';

function remembered(): StandFacts | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as StandFacts | null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

class Stand {
  facts = $state.raw<StandFacts | null>(remembered());

  /** This tab is a stand from now on. */
  begin(facts: StandFacts): void {
    this.facts = facts;
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(facts));
    } catch {
      // then it is one as long as the page is
    }
  }

  /** As if nobody had been here: a new guest without a name. What the host has set, light and sound, stays. */
  async refresh(): Promise<void> {
    await beNew();
    settings.name = '';
    settings.chances = false;
    settings.chosen = {};
    try {
      sessionStorage.clear();
      for (const place of Object.keys(localStorage)) if (place.startsWith('asterism-')) localStorage.removeItem(place);
    } catch {
      // there is nothing to forget
    }
    location.replace('/stand'); // loaded anew, so that the connection is that of the new guest
  }
}

export const stand = new Stand();
