import { SlotSet } from './slot-set.ts';

/** The beginnings of an order that are kept as sets: one more takes 125 KB per million products, and saves little. */
const PARTS = 16;
/** In a shorter order, adding the slots one by one is as fast. */
const MIN_ITEMS = 50_000;
/** An order has to contain one of this many products: the sets of each category would take as much as those of all. */
const SHARE = 2;

/** Places from `start` up to (not including) `end`. */
export interface Places {
  readonly start: number;
  readonly end: number;
}

/**
 * Sets of the slots in a part of a sort order, such as those with a price within a range. Adding one slot after the other takes
 * several times as long as combining the sets of the order's first sixteenths, and correcting the result at both ends.
 */
export class PlaceSets {
  /** The set of the first `n` parts of the order, by `n`. */
  #beginnings: readonly SlotSet[] = [];
  #partLength = 0;
  #isCurrent = false;

  /** Call it when the order changes. */
  reset(): void {
    this.#isCurrent = false;
  }

  /** Makes `into` the set of the slots at these places of the order. @param slotCount all are below it */
  select(items: Int32Array, { start, end }: Places, into: SlotSet, slotCount: number): SlotSet {
    const isLong = items.length >= MIN_ITEMS && items.length * SHARE >= slotCount;
    if (!isLong || (end - start) * PARTS < items.length) return into.clear(slotCount).add(items.subarray(start, end));
    this.#build(items, slotCount);
    const first = Math.round(start / this.#partLength);
    const last = Math.round(end / this.#partLength);
    const [from, to] = [first * this.#partLength, Math.min(last * this.#partLength, items.length)];
    into.clear(slotCount).unite(this.#beginnings[last] as SlotSet);
    into.subtract(this.#beginnings[first] as SlotSet);
    into.add(items.subarray(start, from)).add(items.subarray(to, end));
    return into.remove(items.subarray(from, start)).remove(items.subarray(end, to));
  }

  #build(items: Int32Array, slotCount: number): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    this.#partLength = Math.ceil(items.length / PARTS);
    const beginnings = [new SlotSet(slotCount)];
    for (let part = 0; part < PARTS; part += 1) {
      const next = new SlotSet(slotCount).copy(beginnings[part] as SlotSet);
      const start = part * this.#partLength;
      beginnings.push(next.add(items.subarray(start, start + this.#partLength)));
    }
    this.#beginnings = beginnings;
  }
}
