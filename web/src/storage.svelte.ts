/** What the browser keeps between visits, as JSON by key. One that keeps nothing still plays: then it is known as long
 * as the page is open. */

const inMemory = new Map<string, string>(); // of a browser that keeps nothing

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = inMemory.get(key) ?? localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    forget(key); // what lies there is old: a number might be taken for one that was never shown
    inMemory.set(key, text); // private windows may refuse
  }
}

export function forget(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept
  }
}

/** Values that are kept under one key, as the reactive fields of an object: assigning to a field keeps it. Assign whole
 * values: a change inside one is neither seen nor kept. */
export function stored<T extends object>(key: string, defaults: T): T {
  let values = $state.raw<T>({ ...defaults, ...read<Partial<T>>(key, {}) });
  return new Proxy(defaults, {
    get: (_, field) => values[field as keyof T],
    set(_, field, value) {
      values = { ...values, [field]: value as unknown };
      write(key, values);
      return true;
    },
  });
}
