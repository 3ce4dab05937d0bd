import type { SnapshotReader, SnapshotWriter } from '#server/platform/snapshot-file.ts';
import { SortedOrder } from '#server/platform/sorted-order.ts';

/** Ranks of a million products take 4 MB: doubling them would mostly waste memory. */
const GROWTH = 1.25;

/** A sort order of slots that also knows the rank of each slot. */
export class RankedOrder {
  readonly #order: SortedOrder;
  #ranks = new Uint32Array(0);
  #areRanksTrue = false;

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

  /** @param sorted all slots, in order. */
  replace(sorted: ArrayLike<number>): void {
    this.#areRanksTrue = false;
    this.#order.replace(sorted);
  }

  /** @param all slots, in any order; yields to other work. */
  *sort(all: readonly number[]): Generator<void> {
    this.#areRanksTrue = false;
    yield* this.#order.sort(all);
    this.#areRanksTrue = false;
  }

  insert(slots: readonly number[]): void {
    this.#areRanksTrue = false;
    this.#order.insert(slots);
  }

  remove(slots: readonly number[]): void {
    this.#areRanksTrue = false;
    this.#order.remove(slots);
  }

  save(to: SnapshotWriter): void {
    this.#order.save(to);
  }

  load(from: SnapshotReader): void {
    this.#areRanksTrue = false;
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
}
