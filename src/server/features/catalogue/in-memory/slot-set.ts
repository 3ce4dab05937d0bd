import { BitSet, lowestBit, PLACE, WORD, WORD_BITS } from '#server/platform/bit-set.ts';
import { type Column, isWithin, type Range } from './range.ts';

/** All slots of a word. */
const ALL = -1;

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
      if (word !== ALL) words[at] = keptOf(word, start, range);
      else words[at] = allowed ? slotsAllowed(column, min, allowed, start) : slotsWithin(column, min, width, start);
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
    const words = this.words;
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
