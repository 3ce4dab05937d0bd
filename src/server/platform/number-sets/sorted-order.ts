import type { SnapshotReader, SnapshotWriter } from '../machine/snapshot-file.ts';

/** There are hundreds of sort orders: doubling their size would mostly waste memory. */
const GROWTH = 1.25;

/** Items between two pauses of a long sort: a few milliseconds of work. */
const SLICE = 5_000;

/**
 * Numbers in a sort order, in one typed array: found by binary search; batches are inserted and removed by moving each
 * range once. The comparison must never treat two different items as equal.
 */
export class SortedOrder {
  readonly #compare: (a: number, b: number) => number;
  #items = new Int32Array(16);
  #length = 0;

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  get length(): number {
    return this.#length;
  }

  /** The sorted items, as a view that the next change invalidates. */
  items(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }

  /** Index of the first item for which `isPast` is true, for a monotonic predicate; the length if there is none. */
  firstWhere(isPast: (item: number) => boolean): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(this.#at(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Index of an item under its current keys, or where it would be inserted. */
  positionOf(item: number): number {
    return this.firstWhere((other) => this.#compare(other, item) >= 0);
  }

  /** @param sorted all items, in order. */
  replace(sorted: ArrayLike<number>): void {
    this.#makeRoom(sorted.length);
    this.#items.set(sorted);
    this.#length = sorted.length;
  }

  /** Replaces all items; yields to other work, because sorting a million names takes seconds. */
  *sort(items: readonly number[]): Generator<void> {
    let runs: Int32Array[] = [];
    for (let start = 0; start < items.length; start += SLICE) {
      runs.push(Int32Array.from(items.slice(start, start + SLICE).sort(this.#compare)));
      yield;
    }
    while (runs.length > 1) {
      const merged: Int32Array[] = [];
      for (let first = 0; first < runs.length; first += 2)
        merged.push(yield* this.#merge(runs[first] ?? new Int32Array(0), runs[first + 1] ?? new Int32Array(0)));
      runs = merged;
    }
    this.replace(runs[0] ?? []);
  }

  *#merge(one: Int32Array, other: Int32Array): Generator<void, Int32Array> {
    if (other.length === 0) return one;
    const merged = new Int32Array(one.length + other.length);
    let ofOne = 0;
    let ofOther = 0;
    for (let place = 0; place < merged.length; place += 1) {
      const isOne =
        ofOther === other.length ||
        (ofOne < one.length && this.#compare(one[ofOne] as number, other[ofOther] as number) < 0);
      merged[place] = (isOne ? one[ofOne] : other[ofOther]) as number;
      if (isOne) ofOne += 1;
      else ofOther += 1;
      if (place % SLICE === SLICE - 1) yield;
    }
    return merged;
  }

  /** @param added items not contained yet, with their new keys. */
  insert(added: readonly number[]): void {
    const sorted = [...added].sort(this.#compare);
    this.#makeRoom(this.#length + sorted.length);
    let end = this.#length;
    for (let left = sorted.length - 1; left >= 0; left -= 1) {
      const item = sorted[left] as number;
      const start = this.#positionBefore(end, item);
      this.#items.copyWithin(start + left + 1, start, end);
      this.#items[start + left] = item;
      end = start;
    }
    this.#length += sorted.length;
  }

  /** @param removed contained items, still with the keys they were inserted with. */
  remove(removed: readonly number[]): void {
    const positions = removed.map((item) => this.positionOf(item)).sort((a, b) => a - b);
    let target = positions[0] ?? this.#length;
    for (const [index, position] of positions.entries()) {
      const end = positions[index + 1] ?? this.#length;
      this.#items.copyWithin(target, position + 1, end);
      target += end - position - 1;
    }
    this.#length -= positions.length;
  }

  save(to: SnapshotWriter): void {
    to.numbers(this.items());
  }

  load(from: SnapshotReader): void {
    this.#items = from.numbers(Int32Array);
    this.#length = this.#items.length;
  }

  #at(position: number): number {
    return this.#items[position] as number;
  }

  #positionBefore(end: number, item: number): number {
    let low = 0;
    let high = end;
    // Most additions belong at the end: the newest product, the next id.
    if (end > 0 && this.#compare(this.#at(end - 1), item) < 0) return end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#at(middle), item) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#items.length) return;
    const larger = new Int32Array(Math.max(needed, Math.ceil(this.#items.length * GROWTH)));
    larger.set(this.#items.subarray(0, this.#length));
    this.#items = larger;
  }
}
