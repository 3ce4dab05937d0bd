import type { AsciiWords } from './ascii-words.ts';

/** Of an entry, in numbers: the word's hash, its number plus one, and the start and length of its letters. */
const ENTRY = 4;
const HASH = 0;
const NUMBER = 1;
const START = 2;
const LENGTH = 3;
const INITIAL_ENTRIES = 1024;

/** Finds the numbers of words by their letters, without strings: a hash table with linear probing in one typed array. */
export class AsciiWordNumbers {
  #table = new Int32Array(INITIAL_ENTRIES * ENTRY);
  #letters = new Uint8Array(INITIAL_ENTRIES);
  #lettersEnd = 0;
  #count = 0;

  /** The number of the current word; undefined if it was not added. */
  find(words: AsciiWords): number | undefined {
    const table = this.#table;
    for (let at = this.#firstPlace(words.hash); table[at + NUMBER] !== 0; at = this.#nextPlace(at)) {
      const isSame = table[at + HASH] === words.hash && table[at + LENGTH] === words.length;
      if (isSame && words.isAt(this.#letters, table[at + START] as number)) return (table[at + NUMBER] as number) - 1;
    }
    return undefined;
  }

  /** Adds the current word, which must not have been added before. */
  add(words: AsciiWords, number: number): void {
    if (this.#count * 2 * ENTRY >= this.#table.length) this.#grow();
    const start = this.#lettersEnd;
    this.#lettersEnd += words.length;
    if (this.#lettersEnd > this.#letters.length) {
      const larger = new Uint8Array(this.#letters.length * 2);
      larger.set(this.#letters);
      this.#letters = larger;
    }
    this.#letters.set(words.letters.subarray(0, words.length), start);
    this.#put([words.hash, number + 1, start, words.length]);
    this.#count += 1;
  }

  #put(entry: ArrayLike<number>): void {
    let at = this.#firstPlace(entry[HASH] as number);
    while (this.#table[at + NUMBER] !== 0) at = this.#nextPlace(at);
    this.#table.set(entry, at);
  }

  #firstPlace(hash: number): number {
    return (hash * ENTRY) & (this.#table.length - 1);
  }

  #nextPlace(at: number): number {
    return (at + ENTRY) & (this.#table.length - 1);
  }

  #grow(): void {
    const smaller = this.#table;
    this.#table = new Int32Array(smaller.length * 2);
    for (let at = 0; at < smaller.length; at += ENTRY)
      if (smaller[at + NUMBER] !== 0) this.#put(smaller.subarray(at, at + ENTRY));
  }
}
