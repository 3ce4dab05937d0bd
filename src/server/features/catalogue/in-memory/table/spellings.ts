const NONE: readonly number[] = [];

/** Numbers spellings from zero in the order of first use. Those with the same key, such as 'Bose' and 'BOSE', are one name. */
export class Spellings<T> {
  readonly #isAlike: (one: T, other: T) => boolean;
  /** By key: the spellings of each name. */
  readonly #names = new Map<string, number[]>();
  readonly #spellings: T[] = [];
  /** By number of a spelling: the number of the first one of its name. */
  readonly #nameOf: number[] = [];

  /** @param isAlike whether two with the same key are one spelling */
  constructor(isAlike: (one: T, other: T) => boolean) {
    this.#isAlike = isAlike;
  }

  get size(): number {
    return this.#spellings.length;
  }

  /** The number of a spelling, new or known. */
  add(key: string, spelling: T): number {
    const known = this.#names.get(key);
    // Most names have one spelling.
    const number = known?.find((other) => this.#isAlike(this.spelling(other), spelling));
    if (number !== undefined) return number;
    const added = this.#spellings.push(spelling) - 1;
    if (known) known.push(added);
    else this.#names.set(key, [added]);
    this.#nameOf.push(known?.[0] ?? added);
    return added;
  }

  /** In the order of their numbers. */
  all(): readonly T[] {
    return this.#spellings;
  }

  spelling(number: number): T {
    return this.#spellings[number] as T;
  }

  /** What all spellings of a name have in common: the number of the first one. */
  nameOf(number: number): number {
    return this.#nameOf[number] as number;
  }

  /** The spellings of each name, in the order of the names' first use. */
  names(): Iterable<readonly number[]> {
    return this.#names.values();
  }

  /** The spellings of a name. */
  numbersOf(key: string): readonly number[] {
    return this.#names.get(key) ?? NONE;
  }
}
