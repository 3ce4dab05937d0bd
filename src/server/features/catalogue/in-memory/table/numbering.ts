/** Numbers keys from zero in the order of first use. */
export class Numbering<K, T> {
  readonly #numbers = new Map<K, number>();
  readonly #things: T[] = [];

  get size(): number {
    return this.#things.length;
  }

  numberOf(key: K): number | undefined {
    return this.#numbers.get(key);
  }

  thing(number: number): T | undefined {
    return this.#things[number];
  }

  /** In the order of their numbers. */
  things(): readonly T[] {
    return this.#things;
  }

  keys(): K[] {
    return [...this.#numbers.keys()];
  }

  /** The number of a key, new or known. */
  add(key: K, thing: T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#things.length);
    return this.#things.push(thing) - 1;
  }
}
