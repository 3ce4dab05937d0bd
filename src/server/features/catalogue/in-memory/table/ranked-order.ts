import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { SortedOrder } from '#server/platform/number-sets/sorted-order.ts';
import { type Places, PrefixSets } from './prefix-sets.ts';
import type { SlotSet } from './slot-set.ts';

/** Ranks of a million products take 4 MB for each order: room for many more would mostly be wasted. */
const GROWTH = 1.05;

/** A sort order of slots that also knows the rank of each slot. */
export class RankedOrder {
  readonly #order: SortedOrder;
  #ranks = new Uint32Array(0);
  #areRanksTrue = false;
  readonly #prefixSets = new PrefixSets();

  constructor(compare: (a: number, b: number) => number) {
    this.#order = new SortedOrder(compare);
  }

  get length(): number {
    return this.#order.length;
  }

  items(): Int32Array {
    return this.#order.items();
  }

  firstWhere(isPast: (slot: number) => boolean): number {
    return this.#order.firstWhere(isPast);
  }

  /** Makes `into` the set of the slots at these places. @param slotCount all are below it */
  select(places: Places, into: SlotSet, slotCount: number): SlotSet {
    return this.#prefixSets.select(this.items(), places, into, slotCount);
  }

  /** @param sorted all slots, in order. */
  replace(sorted: ArrayLike<number>): void {
    this.#noteChange();
    this.#order.replace(sorted);
  }

  /** @param all slots, in any order; yields to other work. */
  *sort(all: readonly number[]): Generator<void> {
    this.#noteChange();
    yield* this.#order.sort(all);
    this.#noteChange();
  }

  insert(slots: readonly number[]): void {
    this.#noteChange();
    this.#order.insert(slots);
  }

  remove(slots: readonly number[]): void {
    this.#noteChange();
    this.#order.remove(slots);
  }

  save(to: SnapshotWriter): void {
    this.#order.save(to);
  }

  load(from: SnapshotReader): void {
    this.#noteChange();
    this.#order.load(from);
  }

  /** Rank by slot; recomputed on first use after a change. */
  ranks(slotCount: number): Uint32Array {
    if (this.#areRanksTrue) return this.#ranks;
    if (this.#ranks.length < slotCount) this.#ranks = new Uint32Array(Math.ceil(slotCount * GROWTH));
    const items = this.#order.items();
    for (let rank = 0; rank < items.length; rank += 1) this.#ranks[items[rank] as number] = rank;
    this.#areRanksTrue = true;
    return this.#ranks;
  }

  #noteChange(): void {
    this.#areRanksTrue = false;
    this.#prefixSets.reset();
  }
}
