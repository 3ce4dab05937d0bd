import type { SnapshotReader, SnapshotWriter } from '../machine/snapshot-file.ts';
import { countAllBits, countBits } from './count-bits.ts';

/** Numbers per word. */
export const WORD = 32;
export const WORD_BITS = 5;
export const PLACE = WORD - 1;
const ALL = -1;
const GROWTH = 1.25;
/** Words that are tested before the next branch. */
const AT_ONCE = 4;

/** A set of small numbers with one bit for each: two sets of a million are intersected or counted in some ten microseconds. */
export class BitSet {
  /** One bit for each number, for loops that cannot afford a call for each. `clear`, `fill`, `set` and `load` replace it. */
  words: Int32Array<ArrayBuffer>;

  /** Creates an empty set. @param end has room for the numbers below it, and grows for others */
  constructor(end = 0) {
    this.words = new Int32Array(Math.ceil(end / WORD));
  }

  get byteLength(): number {
    return this.words.byteLength;
  }

  has(member: number): boolean {
    return (((this.words[member >>> WORD_BITS] as number) >>> (member & PLACE)) & 1) === 1;
  }

  /** Adds or removes a number. */
  set(member: number, isMember: boolean): void {
    const at = member >>> WORD_BITS;
    if (at >= this.words.length) this.#resize(Math.max(at + 1, Math.ceil(this.words.length * GROWTH)));
    const bit = 1 << (member & PLACE);
    const word = this.words[at] as number;
    this.words[at] = isMember ? word | bit : word & ~bit;
  }

  /** Makes it the set of all numbers below `end`. */
  fill(end: number): this {
    this.clear(end);
    const full = end >>> WORD_BITS;
    this.words.fill(ALL, 0, full);
    if ((end & PLACE) !== 0) this.words[full] = (1 << (end & PLACE)) - 1;
    return this;
  }

  /** Makes it the empty set, with room for numbers below `end`. */
  clear(end: number): this {
    const length = Math.ceil(end / WORD);
    if (length > this.words.length) this.words = new Int32Array(Math.ceil(length * GROWTH));
    else this.words.fill(0);
    return this;
  }

  /** @param numbers that it has room for */
  add(numbers: Int32Array): this {
    const words = this.words;
    for (let i = 0; i < numbers.length; i += 1) {
      const member = numbers[i] as number;
      const at = member >>> WORD_BITS;
      words[at] = (words[at] as number) | (1 << (member & PLACE));
    }
    return this;
  }

  /** @param numbers that it has room for */
  remove(numbers: ArrayLike<number>): this {
    const words = this.words;
    for (let i = 0; i < numbers.length; i += 1) {
      const member = numbers[i] as number;
      const at = member >>> WORD_BITS;
      words[at] = (words[at] as number) & ~(1 << (member & PLACE));
    }
    return this;
  }

  intersect(other: BitSet): this {
    const words = this.words;
    const others = other.words;
    const length = Math.min(words.length, others.length);
    for (let at = 0; at < length; at += 1) words[at] = (words[at] as number) & (others[at] as number);
    words.fill(0, length);
    return this;
  }

  subtract(other: BitSet): this {
    const words = this.words;
    const others = other.words;
    const length = Math.min(words.length, others.length);
    for (let at = 0; at < length; at += 1) words[at] = (words[at] as number) & ~(others[at] as number);
    return this;
  }

  /** @param other of no more numbers than this set has room for */
  unite(other: BitSet): this {
    const words = this.words;
    const others = other.words;
    const length = Math.min(words.length, others.length);
    for (let at = 0; at < length; at += 1) words[at] = (words[at] as number) | (others[at] as number);
    return this;
  }

  /** Adds its members to a set that has room for them. */
  addTo(set: BitSet): void {
    set.unite(this);
  }

  /** Adds those of its members that are also in another set. Both sets have room for all. */
  addCommonTo({ words: into }: BitSet, { words: others }: BitSet): void {
    const words = this.words;
    const length = Math.min(words.length, into.length, others.length);
    for (let at = 0; at < length; at += 1)
      into[at] = (into[at] as number) | ((words[at] as number) & (others[at] as number));
  }

  /** Makes it equal to another set. */
  copy(other: BitSet): this {
    const others = other.words;
    if (this.words.length < others.length) this.words = new Int32Array(others.length);
    this.words.set(others);
    this.words.fill(0, others.length);
    return this;
  }

  count(): number {
    return countAllBits(this.words);
  }

  /** Whether it has more than `limit` members. */
  hasMoreThan(limit: number): boolean {
    const words = this.words;
    let count = 0;
    for (let at = 0; at < words.length && count <= limit; at += 1) count += countBits(words[at] as number);
    return count > limit;
  }

  /** Whether it may have members from `start` up to (not including) `end`. Also true for other members in the same words. */
  mayHaveWithin(start: number, end: number): boolean {
    const words = this.words;
    for (let at = start >>> WORD_BITS; at << WORD_BITS < end; at += 1) if (words[at] !== 0) return true;
    return false;
  }

  /** How many members both sets have. */
  countCommon(other: BitSet): number {
    const words = this.words;
    const others = other.words;
    const length = Math.min(words.length, others.length);
    let count = 0;
    for (let at = 0; at < length; at += 1) count += countBits((words[at] as number) & (others[at] as number));
    return count;
  }

  /** Writes the members to the beginning of `into`, ascending. */
  members(into: Int32Array): Int32Array {
    const words = this.words;
    let count = 0;
    for (let start = 0; start < words.length; start += AT_ONCE) {
      const end = Math.min(start + AT_ONCE, words.length);
      // Most words of a set with few members are 0.
      if (end - start === AT_ONCE && areEmpty(words, start)) continue;
      for (let at = start; at < end; at += 1) {
        for (let left = words[at] as number; left !== 0; left &= left - 1) {
          into[count] = (at << WORD_BITS) | lowestBit(left);
          count += 1;
        }
      }
    }
    return into.subarray(0, count);
  }

  save(to: SnapshotWriter, end: number): void {
    to.numbers(this.words.subarray(0, Math.ceil(end / WORD)));
  }

  load(from: SnapshotReader): void {
    this.words = from.numbers(Int32Array);
  }

  #resize(length: number): void {
    const words = new Int32Array(length);
    words.set(this.words);
    this.words = words;
  }
}

/** Whether the `AT_ONCE` words from `start` on have no members. */
function areEmpty(words: Int32Array, start: number): boolean {
  const first = (words[start] as number) | (words[start + 1] as number);
  return (first | (words[start + 2] as number) | (words[start + 3] as number)) === 0;
}

/** The place of the lowest bit that is set. */
export function lowestBit(word: number): number {
  return PLACE - Math.clz32(word & -word);
}
