/** What this device remembers: theme, sound, motion, keys, name. */

export type Theme = 'system' | 'night' | 'day';
export type Motion = 'system' | 'full' | 'reduced';

/** How someone set up a table of a game last, to play with bots. */
export interface Chosen {
  levels: string[]; // of the bots, one for each
  options: Record<string, number>;
  edition: string; // its name; empty: the standard one
}

interface Remembered {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  keys: boolean; // letters and digits play
  name: string;
  chances: boolean; // show the chances of winning at tables that allow it
  calls: boolean | null; // by the browser when it is one's turn; null: nobody has said yet
  chosen: Record<string, Chosen>; // by the name of the game
}

const PLACE = 'asterism';
const DEFAULTS: Remembered = {
  theme: 'system',
  motion: 'system',
  sound: true,
  keys: true,
  name: '',
  chances: false,
  calls: null,
  chosen: {},
};

function remembered(): Remembered {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Remembered>) };
  } catch {
    return { ...DEFAULTS }; // a browser that keeps nothing still plays
  }
}

const prefersDay = matchMedia('(prefers-color-scheme: light)');
const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)');

class Settings {
  #kept = $state(remembered());
  #systemDay = $state(prefersDay.matches);
  #systemCalm = $state(prefersCalm.matches);

  constructor() {
    prefersDay.addEventListener('change', (event) => (this.#systemDay = event.matches));
    prefersCalm.addEventListener('change', (event) => (this.#systemCalm = event.matches));
  }

  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }
  get motion(): Motion {
    return this.#kept.motion;
  }
  set motion(motion: Motion) {
    this.#keep({ motion });
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(sound: boolean) {
    this.#keep({ sound });
  }
  get keys(): boolean {
    return this.#kept.keys;
  }
  set keys(keys: boolean) {
    this.#keep({ keys });
  }
  get name(): string {
    return this.#kept.name;
  }
  set name(name: string) {
    this.#keep({ name });
  }
  get chances(): boolean {
    return this.#kept.chances;
  }
  set chances(chances: boolean) {
    this.#keep({ chances });
  }
  get calls(): boolean | null {
    return this.#kept.calls;
  }
  set calls(calls: boolean | null) {
    this.#keep({ calls });
  }

  get chosen(): Readonly<Record<string, Chosen>> {
    return this.#kept.chosen;
  }
  set chosen(chosen: Record<string, Chosen>) {
    this.#keep({ chosen });
  }

  /** The theme that is shown. */
  get shownTheme(): 'night' | 'day' {
    if (this.theme !== 'system') return this.theme;
    return this.#systemDay ? 'day' : 'night';
  }

  /** Whether things may move. */
  get moving(): boolean {
    return this.motion === 'system' ? !this.#systemCalm : this.motion === 'full';
  }

  #keep(change: Partial<Remembered>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // private windows may refuse; the setting then lasts as long as the page
    }
  }
}

export const settings = new Settings();
