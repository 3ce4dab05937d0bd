import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';

/** Compact when this many numbers are unused, and half of all are. */
const WORTH_COMPACTING = 65_536;
const INITIAL_SIZE = 1024;
/** A variant's id, 1 if it is in stock, and how many values it has. The values follow. */
const HEADER_SIZE = 3;

/** A variant with the numbers of its option values. */
export interface NumberedVariant {
  readonly id: number;
  readonly values: readonly number[];
}

/**
 * The variants of all products, packed in one array: those of a product are one block. A variant is identified by its
 * position in the array.
 */
export class VariantBlocks {
  #starts = new Int32Array(INITIAL_SIZE);
  #lengths = new Int32Array(INITIAL_SIZE);
  #pool = new Int32Array(INITIAL_SIZE);
  #used = 0;
  #unused = 0;

  get slotCapacity(): number {
    return this.#starts.length;
  }

  grow(size: number): void {
    this.#starts = enlarged(this.#starts, size);
    this.#lengths = enlarged(this.#lengths, size);
  }

  /** Replaces the variants of a product; all of them are out of stock. */
  write(slot: number, variants: readonly NumberedVariant[]): void {
    const block = variants.flatMap(({ id, values }) => [id, 0, values.length, ...values]);
    this.#starts[slot] = this.#append(block);
    this.#lengths[slot] = block.length;
    if (this.#unused > WORTH_COMPACTING && this.#unused * 2 > this.#used) this.#compact();
  }

  clear(slot: number): void {
    this.#unused += this.#lengths[slot] as number;
    this.#lengths[slot] = 0;
  }

  /** Position of the first variant of a product. */
  startOf(slot: number): number {
    return this.#starts[slot] as number;
  }

  /** Position after the last variant of a product. */
  endOf(slot: number): number {
    return (this.#starts[slot] as number) + (this.#lengths[slot] as number);
  }

  /** Position of the next variant. */
  next(variant: number): number {
    return variant + HEADER_SIZE + (this.#pool[variant + 2] as number);
  }

  idOf(variant: number): number {
    return this.#pool[variant] as number;
  }

  isInStock(variant: number): boolean {
    return this.#pool[variant + 1] === 1;
  }

  setInStock(variant: number, isInStock: boolean): void {
    this.#pool[variant + 1] = isInStock ? 1 : 0;
  }

  /** Position of the first value of a variant; the last one is before the next variant. */
  valuesStartOf(variant: number): number {
    return variant + HEADER_SIZE;
  }

  valueAt(position: number): number {
    return this.#pool[position] as number;
  }

  /** The bits of all values of a variant, combined. */
  maskOf(variant: number, bitsByValue: Int32Array): number {
    const pool = this.#pool;
    const end = this.next(variant);
    let mask = 0;
    for (let at = variant + HEADER_SIZE; at < end; at += 1) mask |= bitsByValue[pool[at] as number] as number;
    return mask;
  }

  save(to: SnapshotWriter, slotCount: number): void {
    to.numbers(this.#starts.subarray(0, slotCount));
    to.numbers(this.#lengths.subarray(0, slotCount));
    to.numbers(this.#pool.subarray(0, this.#used));
    to.json(this.#unused);
  }

  load(from: SnapshotReader): void {
    this.#starts = from.numbers(Int32Array);
    this.#lengths = from.numbers(Int32Array);
    this.#pool = from.numbers(Int32Array);
    this.#used = this.#pool.length;
    this.#unused = Number(from.json());
  }

  #append(block: readonly number[]): number {
    const start = this.#used;
    if (start + block.length > this.#pool.length) {
      this.#pool = enlarged(this.#pool, Math.ceil((start + block.length) * 1.5));
    }
    this.#pool.set(block, start);
    this.#used += block.length;
    return start;
  }

  #compact(): void {
    const old = this.#pool;
    this.#pool = new Int32Array(Math.ceil((this.#used - this.#unused) * 1.25));
    this.#used = 0;
    this.#unused = 0;
    for (let slot = 0; slot < this.#starts.length; slot += 1) {
      const start = this.#starts[slot] as number;
      const length = this.#lengths[slot] as number;
      this.#pool.set(old.subarray(start, start + length), this.#used);
      this.#starts[slot] = this.#used;
      this.#used += length;
    }
  }
}

function enlarged(numbers: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(numbers);
  return larger;
}
