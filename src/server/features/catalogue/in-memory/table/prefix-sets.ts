import { SlotSet } from './slot-set.ts';

/** Number of cached prefixes of an order: each takes 125 KB per million products, and more of them save little. */
const PARTS = 16;
/** Below this length, adding the slots one by one is as fast. */
const MIN_ITEMS = 50_000;
/** Only orders with at least half of all products have prefixes: those of each category would take as much memory again. */
const SHARE = 2;

/** Places from `start` up to (not including) `end`. */
export interface Places {
  readonly start: number;
  readonly end: number;
}

/**
 * Sets of the slots in a part of a sort order, such as those with a price within a range. The slots of each
 * prefix, a multiple of a sixteenth of the order, are cached as a set. A part is the difference of two prefixes, corrected at both
 * ends, which is several times as fast as adding its slots one by one.
 */
export class PrefixSets {
  /** The slots of the first `n` sixteenths of the order, by `n`. */
  #prefixes: readonly SlotSet[] = [];
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
    into.clear(slotCount).unite(this.#prefixes[last] as SlotSet);
    into.subtract(this.#prefixes[first] as SlotSet);
    into.add(items.subarray(start, from)).add(items.subarray(to, end));
    return into.remove(items.subarray(from, start)).remove(items.subarray(end, to));
  }

  #build(items: Int32Array, slotCount: number): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    this.#partLength = Math.ceil(items.length / PARTS);
    const prefixes = [new SlotSet(slotCount)];
    for (let part = 0; part < PARTS; part += 1) {
      const next = new SlotSet(slotCount).copy(prefixes[part] as SlotSet);
      const start = part * this.#partLength;
      prefixes.push(next.add(items.subarray(start, start + this.#partLength)));
    }
    this.#prefixes = prefixes;
  }
}
