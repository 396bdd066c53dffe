/** A moment to see something; a tap ends it. */
export class Moment {
  #end: (() => void) | null = null;

  pass(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#end = null;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#end = end;
    });
  }

  skip(): void {
    this.#end?.();
  }
}
