import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { SortedOrder } from '#server/platform/number-sets/sorted-order.ts';
import { stemOf } from '../words/words.ts';
import { AsciiWordNumbers } from './ascii-word-numbers.ts';
import type { AsciiWords } from './ascii-words.ts';

const NONE = -1;
/** Words between two pauses of a load: about a millisecond of work. */
const SLICE = 5_000;

function* numberAll(texts: readonly string[], numbers: Map<string, number>): Generator<void> {
  numbers.clear();
  for (let number = 0; number < texts.length; number += 1) {
    numbers.set(texts[number] as string, number);
    if (number % SLICE === SLICE - 1) yield;
  }
}

/** Numbers every word that was ever indexed: for lookups, for words with the same stem, and for prefixes. */
export class Vocabulary {
  #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Of words that were looked up by their letters. */
  #asciiNumbers = new AsciiWordNumbers();
  /** Numbers of the stems. */
  readonly #stems = new Map<string, number>();
  /** By word: stemming it again with each search would take longer. */
  #stemOfWord: number[] = [];
  /** The newest word of each stem; `#older` links to the previous ones. */
  #newestOfStem: number[] = [];
  #older: number[] = [];
  readonly #alphabet = new SortedOrder((a, b) => (this.word(a) < this.word(b) ? -1 : 1));
  /** Words not yet sorted: they are sorted on demand. */
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

  /** The number of the current word of an ASCII text, new or known. @param add of a new word */
  numberOfAscii(words: AsciiWords, add: (word: string) => number): number {
    const found = this.#asciiNumbers.find(words);
    if (found !== undefined) return found;
    const word = words.word();
    const number = this.#numbers.get(word) ?? add(word);
    this.#asciiNumbers.add(words, number);
    return number;
  }

  /** @returns the number of a new word. */
  add(word: string): number {
    const number = this.#words.length;
    this.#words.push(word);
    this.#numbers.set(word, number);
    const stem = this.#addStem(stemOf(word));
    this.#stemOfWord.push(stem);
    this.#older.push(this.#newestOfStem[stem] ?? NONE);
    this.#newestOfStem[stem] = number;
    this.#unsorted.push(number);
    return number;
  }

  /** All words with the same stem, including the word itself if known. */
  formsOf(word: string): number[] {
    const forms: number[] = [];
    const known = this.#numbers.get(word);
    const stem = known === undefined ? this.#stems.get(stemOf(word)) : this.#stemOfWord[known];
    let next = (stem === undefined ? undefined : this.#newestOfStem[stem]) ?? NONE;
    while (next !== NONE) {
      forms.push(next);
      next = this.#older[next] ?? NONE;
    }
    return forms;
  }

  /** Words that start with `prefix`, including itself if known, in alphabetical order. */
  beginningWith(prefix: string): Int32Array {
    this.sort();
    const start = this.#alphabet.firstWhere((number) => this.word(number) >= prefix);
    const end = this.#alphabet.firstWhere((number) => {
      const word = this.word(number);
      return word > prefix && !word.startsWith(prefix);
    });
    return this.#alphabet.items().subarray(start, end);
  }

  /** Sorts in new words: fast when there are few, so loaders call it between steps. */
  sort(): void {
    if (this.#unsorted.length === 0) return;
    this.#alphabet.insert(this.#unsorted);
    this.#unsorted = [];
  }

  *save(to: SnapshotWriter): Generator<void> {
    this.sort();
    yield* to.texts(this.#words);
    yield* to.texts([...this.#stems.keys()]);
    to.numbers(Int32Array.from(this.#stemOfWord));
    to.numbers(Int32Array.from(this.#newestOfStem));
    to.numbers(Int32Array.from(this.#older));
    this.#alphabet.save(to);
  }

  /** Replaces all words. */
  *load(from: SnapshotReader): Generator<void> {
    this.#words = yield* from.texts();
    this.#asciiNumbers = new AsciiWordNumbers();
    yield* numberAll(this.#words, this.#numbers);
    yield* numberAll(yield* from.texts(), this.#stems);
    this.#stemOfWord = [...from.numbers(Int32Array)];
    this.#newestOfStem = [...from.numbers(Int32Array)];
    this.#older = [...from.numbers(Int32Array)];
    this.#alphabet.load(from);
    this.#unsorted = [];
  }

  #addStem(stem: string): number {
    const known = this.#stems.get(stem);
    if (known !== undefined) return known;
    this.#stems.set(stem, this.#stems.size);
    return this.#stems.size - 1;
  }
}
