/** The match that was last looked at in this tab: from every other page there is a way back to it. */

const PLACE = 'asterism-match';

function remembered(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? '';
  } catch {
    return ''; // a browser that keeps nothing
  }
}

class LastMatch {
  #code = $state(remembered());

  /** The code of its table; empty: there is none, or it is over. */
  get code(): string {
    return this.#code;
  }

  /** A table is being looked at. */
  see(code: string, over: boolean): void {
    if (over && code !== this.#code) return;
    this.#code = over ? '' : code;
    try {
      sessionStorage.setItem(PLACE, this.#code);
    } catch {
      // then it is known as long as the page is
    }
  }
}

export const lastMatch = new LastMatch();
