import { countBits } from '#server/platform/count-bits.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/snapshot-file.ts';
import { type Column, isWithin, type Range } from './range.ts';

/** Slots per word. */
const WORD = 32;
const WORD_BITS = 5;
const PLACE = WORD - 1;
const ALL = -1;
const GROWTH = 1.25;

/** A set of slots with one bit for each: two sets of a million are intersected or counted in some ten microseconds. */
export class SlotSet {
  #words = new Int32Array(0);

  has(slot: number): boolean {
    return (((this.#words[slot >>> WORD_BITS] as number) >>> (slot & PLACE)) & 1) === 1;
  }

  /** Adds or removes a slot. */
  set(slot: number, isMember: boolean): void {
    const at = slot >>> WORD_BITS;
    if (at >= this.#words.length) this.#resize(Math.max(at + 1, Math.ceil(this.#words.length * GROWTH)));
    const bit = 1 << (slot & PLACE);
    const word = this.#words[at] as number;
    this.#words[at] = isMember ? word | bit : word & ~bit;
  }

  /** Makes it the set of all slots below `slotCount`. */
  fill(slotCount: number): this {
    this.clear(slotCount);
    const full = slotCount >>> WORD_BITS;
    this.#words.fill(ALL, 0, full);
    if ((slotCount & PLACE) !== 0) this.#words[full] = (1 << (slotCount & PLACE)) - 1;
    return this;
  }

  /** Makes it the empty set, with room for slots below `slotCount`. */
  clear(slotCount: number): this {
    const length = Math.ceil(slotCount / WORD);
    if (length > this.#words.length) this.#words = new Int32Array(Math.ceil(length * GROWTH));
    else this.#words.fill(0);
    return this;
  }

  /** @param slots below the `slotCount` that it has room for */
  add(slots: Int32Array): this {
    const words = this.#words;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      const at = slot >>> WORD_BITS;
      words[at] = (words[at] as number) | (1 << (slot & PLACE));
    }
    return this;
  }

  /** @param slots below the `slotCount` that it has room for */
  remove(slots: ArrayLike<number>): this {
    const words = this.#words;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      const at = slot >>> WORD_BITS;
      words[at] = (words[at] as number) & ~(1 << (slot & PLACE));
    }
    return this;
  }

  intersect(other: SlotSet): this {
    const words = this.#words;
    const others = other.#words;
    const length = Math.min(words.length, others.length);
    for (let at = 0; at < length; at += 1) words[at] = (words[at] as number) & (others[at] as number);
    words.fill(0, length);
    return this;
  }

  subtract(other: SlotSet): this {
    const words = this.#words;
    const others = other.#words;
    const length = Math.min(words.length, others.length);
    for (let at = 0; at < length; at += 1) words[at] = (words[at] as number) & ~(others[at] as number);
    return this;
  }

  /** @param other of no more slots than this set has room for */
  unite(other: SlotSet): this {
    const words = this.#words;
    const others = other.#words;
    const length = Math.min(words.length, others.length);
    for (let at = 0; at < length; at += 1) words[at] = (words[at] as number) | (others[at] as number);
    return this;
  }

  /** Keeps the slots within a range. */
  keepWithin(range: Range): this {
    const { column, min, width, allowed } = range;
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as number;
      if (word === 0) continue;
      const start = at << WORD_BITS;
      if (word !== ALL) words[at] = keptOf(word, start, range);
      else words[at] = allowed ? slotsAllowed(column, min, allowed, start) : slotsWithin(column, min, width, start);
    }
    return this;
  }

  /** Keeps the slots for which `test` is true. */
  keep(test: (slot: number) => boolean): this {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      let kept = 0;
      for (let left = words[at] as number; left !== 0; left &= left - 1) {
        const place = lowestBit(left);
        if (test((at << WORD_BITS) | place)) kept |= 1 << place;
      }
      words[at] = kept;
    }
    return this;
  }

  count(): number {
    const words = this.#words;
    let count = 0;
    for (let at = 0; at < words.length; at += 1) count += countBits(words[at] as number);
    return count;
  }

  /** How many slots are in both sets. */
  countCommon(other: SlotSet): number {
    const words = this.#words;
    const others = other.#words;
    const length = Math.min(words.length, others.length);
    let count = 0;
    for (let at = 0; at < length; at += 1) count += countBits((words[at] as number) & (others[at] as number));
    return count;
  }

  /** Adds the members with each value of a column to `counts`. */
  countValues(column: Column, counts: Int32Array): Int32Array {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      for (let left = words[at] as number; left !== 0; left &= left - 1) {
        const value = column[(at << WORD_BITS) | lowestBit(left)] as number;
        counts[value] = (counts[value] as number) + 1;
      }
    }
    return counts;
  }

  /** The lowest and highest values of the members in a column; null without members. */
  limitsIn(column: Column): { readonly min: number; readonly max: number } | null {
    const words = this.#words;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < words.length; at += 1) {
      for (let left = words[at] as number; left !== 0; left &= left - 1) {
        const value = column[(at << WORD_BITS) | lowestBit(left)] as number;
        if (value < min) min = value;
        if (value > max) max = value;
      }
    }
    return min > max ? null : { min, max };
  }

  /** Writes the slots to the beginning of `into`, ascending. */
  slots(into: Int32Array): Int32Array {
    const words = this.#words;
    let count = 0;
    for (let at = 0; at < words.length; at += 1) {
      for (let left = words[at] as number; left !== 0; left &= left - 1) {
        into[count] = (at << WORD_BITS) | lowestBit(left);
        count += 1;
      }
    }
    return into.subarray(0, count);
  }

  /**
   * Of its `total` members among `slots`, those from position `from` up to (not including) `to`. Counts from the nearer end,
   * so that first and last pages are fast.
   */
  page(slots: Int32Array, { total, from, to }: { total: number; from: number; to: number }): number[] {
    const words = this.#words;
    const isFromEnd = from + to > total;
    const page: number[] = [];
    const step = isFromEnd ? -1 : 1;
    let next = isFromEnd ? slots.length - 1 : 0;
    // Branch-free: a branch per slot would be mispredicted too often.
    for (let left = isFromEnd ? total - to : from; left > 0; next += step) {
      const slot = slots[next] as number;
      left -= ((words[slot >>> WORD_BITS] as number) >>> (slot & PLACE)) & 1;
    }
    for (; page.length < to - from && next >= 0 && next < slots.length; next += step) {
      const slot = slots[next] as number;
      if (this.has(slot)) page.push(slot);
    }
    return isFromEnd ? page.reverse() : page;
  }

  save(to: SnapshotWriter, slotCount: number): void {
    to.numbers(this.#words.subarray(0, Math.ceil(slotCount / WORD)));
  }

  load(from: SnapshotReader): void {
    this.#words = from.numbers(Int32Array);
  }

  #resize(length: number): void {
    const words = new Int32Array(length);
    words.set(this.#words);
    this.#words = words;
  }
}

/**
 * The slots within a range among the 32 from `start` on: without a branch, which the processor could not predict, of the sign
 * bit of `above | below`.
 */
function slotsWithin(column: Column, min: number, width: number, start: number): number {
  let kept = 0;
  for (let place = 0; place < WORD; place += 1) {
    const above = ((column[start + place] as number) - min) | 0;
    const below = (width - above) | 0;
    kept |= (~(above | below) >>> PLACE) << place;
  }
  return kept;
}

/** The same for allowed values. */
function slotsAllowed(column: Column, min: number, allowed: Uint8Array, start: number): number {
  let kept = 0;
  for (let place = 0; place < WORD; place += 1)
    kept |= (allowed[(column[start + place] as number) - min] ?? 0) << place;
  return kept;
}

function keptOf(word: number, start: number, range: Range): number {
  let kept = 0;
  for (let left = word; left !== 0; left &= left - 1) {
    const place = lowestBit(left);
    if (isWithin(range, start | place)) kept |= 1 << place;
  }
  return kept;
}

/** The place of the lowest bit that is set. */
function lowestBit(word: number): number {
  return PLACE - Math.clz32(word & -word);
}
