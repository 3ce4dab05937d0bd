import { SortedOrder } from '#server/platform/sorted-order.ts';
import { stemOf } from './words.ts';

const NONE = -1;

/**
 * Every word that was ever indexed, by a number: for looking up, for the forms of one stem, and for the words that
 * begin alike.
 */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** The newest word of each stem; `#older` leads from it to the ones before. */
  readonly #newestOfStem = new Map<string, number>();
  readonly #older: number[] = [];
  readonly #alphabet = new SortedOrder((a, b) => (this.word(a) < this.word(b) ? -1 : 1));
  /** Words not yet in the alphabet: it is brought up to date when somebody asks for it. */
  #unsorted: number[] = [];

  get size(): number {
    return this.#words.length;
  }

  word(number: number): string {
    return this.#words[number] ?? '';
  }

  numberOf(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** The number of a word, new or known. */
  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.length;
    this.#words.push(word);
    this.#numbers.set(word, number);
    const stem = stemOf(word);
    this.#older.push(this.#newestOfStem.get(stem) ?? NONE);
    this.#newestOfStem.set(stem, number);
    this.#unsorted.push(number);
    return number;
  }

  /** All forms of a word that share its stem, itself included if it is known. */
  formsOf(word: string): number[] {
    const forms: number[] = [];
    let next = this.#newestOfStem.get(stemOf(word)) ?? NONE;
    while (next !== NONE) {
      forms.push(next);
      next = this.#older[next] ?? NONE;
    }
    return forms;
  }

  /** Words that begin with `prefix`, itself included if it is known, in alphabetical order. */
  beginningWith(prefix: string): Int32Array {
    this.sort();
    const start = this.#alphabet.firstWhere((number) => this.word(number) >= prefix);
    const end = this.#alphabet.firstWhere((number) => {
      const word = this.word(number);
      return word > prefix && !word.startsWith(prefix);
    });
    return this.#alphabet.items().subarray(start, end);
  }

  /** Sorts in what is new: quick when little is, so a loader calls it between its steps. */
  sort(): void {
    if (this.#unsorted.length === 0) return;
    this.#alphabet.insert(this.#unsorted);
    this.#unsorted = [];
  }
}
