/** What a screen reader is told, line by line. */

interface Told {
  key: number;
  text: string;
}

const KEPT = 60;

class Announcer {
  lines = $state.raw<readonly Told[]>([]);
  next = 0; // the key of the next line

  say(text: string): void {
    if (text) this.lines = [...this.lines, { key: this.next++, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
