/** Where we are: the address bar, as a page and its argument. */

import { remember, split } from './links';

export type Page =
  'home' | 'new' | 'table' | 'device' | 'lesson' | 'stand' | 'replay' | 'records' | 'settings' | 'lost';

export interface Place {
  page: Page;
  argument: string;
  token?: string; // of a link: what cannot be guessed
}

const SHORT: Record<string, Page> = {
  new: 'new',
  t: 'table',
  device: 'device',
  lesson: 'lesson',
  stand: 'stand',
  replay: 'replay',
  records: 'records',
  settings: 'settings',
};

const NEEDS_ARGUMENT: ReadonlySet<Page> = new Set(['table', 'new', 'device']);
const IS_CODE: ReadonlySet<Page> = new Set(['table', 'device', 'lesson', 'replay']); // which may be written in small letters too

export function placeOf(path: string): Place {
  const [first = '', argument = '', ...rest] = path.split('/').filter(Boolean).map(decoded);
  if (!first) return { page: 'home', argument: '' };
  const page = SHORT[first];
  if (!page || rest.length > 0 || (NEEDS_ARGUMENT.has(page) && !argument)) return { page: 'lost', argument: path };
  if (!IS_CODE.has(page)) return { page, argument };
  const { code, token } = split(argument);
  return token ? { page, argument: code, token } : { page, argument: code };
}

/** The place of an address that someone goes to; the token of a link is kept. */
function goingTo(path: string): Place {
  const place = placeOf(path);
  if (place.token) remember(place.argument, place.token);
  return place;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  place = $state<Place>(goingTo(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.place = goingTo(location.pathname)));
    addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.place = goingTo(path);
    scrollTo(0, 0);
  }

  /** Links inside the house change the page without loading it anew. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.download || link.origin !== location.origin) return;
    if (placeOf(link.pathname).page === 'lost') return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const route = new Route();
