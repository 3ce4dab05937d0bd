import { BitSet, lowestBit, PLACE, WORD, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';
import { countBits } from '#server/platform/number-sets/count-bits.ts';
import { type Column, isWithin, type Range } from './range.ts';

/** With more slots in a word, testing all 32 without branches is faster than testing each member. */
const FEW = 6;
/** Slots that are counted before the next branch. */
const AT_ONCE = 8;

/** A set of slots. */
export class SlotSet extends BitSet {
  /** Keeps the slots within a range. */
  keepWithin(range: Range): this {
    const { column, min, width, allowed } = range;
    const words = this.words;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as number;
      if (word === 0) continue;
      const start = at << WORD_BITS;
      if (countBits(word) <= FEW) words[at] = keptOf(word, start, range);
      else if (allowed) words[at] = word & slotsAllowed(column, min, allowed, start);
      else words[at] = word & slotsWithin(column, min, width, start);
    }
    return this;
  }

  /** Keeps the slots for which `test` is true. */
  keep(test: (slot: number) => boolean): this {
    const words = this.words;
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

  /** Adds the members with each value of a column to `counts`. */
  countValues(column: Column, counts: Int32Array): Int32Array {
    const words = this.words;
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
    const words = this.words;
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

  /**
   * Of its `total` members among `slots`, those from position `from` up to (not including) `to`. Counts from the nearer end,
   * so that first and last pages are fast.
   */
  page(slots: Int32Array, { total, from, to }: { total: number; from: number; to: number }): number[] {
    const isFromEnd = from + to > total;
    const page: number[] = [];
    const step = isFromEnd ? -1 : 1;
    let next = isFromEnd ? skipBack(this.words, slots, total - to) : skip(this.words, slots, from);
    for (; page.length < to - from && next >= 0 && next < slots.length; next += step) {
      const slot = slots[next] as number;
      if (this.has(slot)) page.push(slot);
    }
    return isFromEnd ? page.reverse() : page;
  }
}

/** The place in `slots` after the first `count` members of a set. */
function skip(words: Int32Array, slots: Int32Array, count: number): number {
  let left = count;
  let next = 0;
  for (; left >= AT_ONCE; next += AT_ONCE) left -= countAtOnce(words, slots, next);
  for (; left > 0; next += 1) left -= bitOf(words, slots[next] as number);
  return next;
}

/** The place before the last `count` members. */
function skipBack(words: Int32Array, slots: Int32Array, count: number): number {
  let left = count;
  let next = slots.length - 1;
  for (; left >= AT_ONCE; next -= AT_ONCE) left -= countAtOnce(words, slots, next - AT_ONCE + 1);
  for (; left > 0; next -= 1) left -= bitOf(words, slots[next] as number);
  return next;
}

/** How many of `AT_ONCE` slots are members: without branches, which the processor could not predict. */
function countAtOnce(words: Int32Array, slots: Int32Array, start: number): number {
  return (
    bitOf(words, slots[start] as number) +
    bitOf(words, slots[start + 1] as number) +
    bitOf(words, slots[start + 2] as number) +
    bitOf(words, slots[start + 3] as number) +
    bitOf(words, slots[start + 4] as number) +
    bitOf(words, slots[start + 5] as number) +
    bitOf(words, slots[start + 6] as number) +
    bitOf(words, slots[start + 7] as number)
  );
}

/** 1 for a member, otherwise 0. */
function bitOf(words: Int32Array, slot: number): number {
  return ((words[slot >>> WORD_BITS] as number) >>> (slot & PLACE)) & 1;
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
