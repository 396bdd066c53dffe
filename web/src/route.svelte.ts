/** Where we are: the address bar, as a page and its argument. */

export type Page =
  'home' | 'new' | 'table' | 'device' | 'lesson' | 'stand' | 'replay' | 'records' | 'settings' | 'lost';

export interface Place {
  page: Page;
  argument: string;
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
  return { page, argument: IS_CODE.has(page) ? argument.toUpperCase() : argument };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  place = $state<Place>(placeOf(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.place = placeOf(location.pathname)));
    addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.place = placeOf(path);
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
