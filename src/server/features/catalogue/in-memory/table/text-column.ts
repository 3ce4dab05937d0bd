import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { MAX_SYMBOL_LENGTH, SymbolTable } from './symbol-table.ts';

/** Pack when this many texts are loose, and a quarter of all. */
const WORTH_PACKING = 1_000;
/** Texts between two pauses: a few milliseconds of work. */
const SLICE = 5_000;
/** Texts from which the symbols are learned. */
const SAMPLE = 1_000;

/**
 * Texts by slot, compressed into one array of bytes: a million strings would take five times the memory. Changed texts are strings
 * until `tidy`.
 */
export class TextColumn {
  #symbols: SymbolTable | undefined;
  #bytes = new Uint8Array(0);
  /** Where the bytes of each packed text end. */
  #ends = new Uint32Array(0);
  #loose: string[] = [];
  #looseCount = 0;
  /** Scratch memory. */
  #text = Buffer.alloc(256);

  get(slot: number): string {
    return this.#loose[slot] ?? this.#packed(slot);
  }

  set(slot: number, text: string): void {
    if (this.get(slot) === text) return;
    if (this.#loose[slot] === undefined) this.#looseCount += 1;
    this.#loose[slot] = text;
  }

  /** Frees the memory of strings when worthwhile; yields to other work, but nothing may be set meanwhile. */
  *tidy(slotCount: number): Generator<void> {
    if (this.#looseCount > WORTH_PACKING && this.#looseCount * 4 > slotCount) yield* this.#pack(slotCount);
  }

  *save(to: SnapshotWriter, slotCount: number): Generator<void> {
    if (!this.#symbols || this.#looseCount > 0 || this.#ends.length !== slotCount) yield* this.#pack(slotCount);
    this.#symbols?.save(to);
    to.numbers(this.#ends);
    to.numbers(this.#bytes);
  }

  load(from: SnapshotReader): void {
    this.#symbols = SymbolTable.load(from);
    this.#ends = from.numbers(Uint32Array);
    this.#bytes = from.numbers(Uint8Array);
  }

  #packed(slot: number): string {
    const start = this.#startOf(slot);
    const end = this.#ends[slot] ?? 0;
    if (start === end || !this.#symbols) return '';
    const longest = (end - start) * MAX_SYMBOL_LENGTH;
    if (longest > this.#text.length) this.#text = Buffer.alloc(longest);
    return this.#text.toString('utf8', 0, this.#symbols.decompress(this.#bytes, start, end, this.#text));
  }

  *#pack(slotCount: number): Generator<void> {
    // If most texts are new, learn the symbols again. Otherwise, copy packed texts as they are.
    const isMostlyNew = this.#looseCount * 2 > slotCount;
    const symbols = isMostlyNew || !this.#symbols ? yield* SymbolTable.train(this.#sample(slotCount)) : this.#symbols;
    const isCopied = (slot: number): boolean => symbols === this.#symbols && this.#loose[slot] === undefined;
    let packed = Buffer.alloc(0);
    const compress = (slot: number): Buffer => {
      const text = Buffer.from(this.get(slot));
      if (text.length * 2 > packed.length) packed = Buffer.alloc(text.length * 2);
      return packed.subarray(0, symbols.compress(text, packed, 0));
    };
    const ends = new Uint32Array(slotCount);
    let size = 0;
    for (let slot = 0; slot < slotCount; slot += 1) {
      size += isCopied(slot) ? (this.#ends[slot] ?? 0) - this.#startOf(slot) : compress(slot).length;
      ends[slot] = size;
      if (slot % SLICE === SLICE - 1) yield;
    }
    const bytes = new Uint8Array(size);
    for (let slot = 0; slot < slotCount; slot += 1) {
      const start = slot === 0 ? 0 : (ends[slot - 1] as number);
      bytes.set(
        isCopied(slot) ? this.#bytes.subarray(this.#startOf(slot), this.#ends[slot] ?? 0) : compress(slot),
        start,
      );
      if (slot % SLICE === SLICE - 1) yield;
    }
    symbols.forgetTrie();
    this.#symbols = symbols;
    this.#bytes = bytes;
    this.#ends = ends;
    this.#loose = [];
    this.#looseCount = 0;
  }

  /** Texts from all parts of the column. */
  #sample(slotCount: number): Buffer[] {
    const step = Math.max(1, Math.floor(slotCount / SAMPLE));
    const count = Math.min(SAMPLE, slotCount);
    return Array.from({ length: count }, (_, place) => Buffer.from(this.get(place * step)));
  }

  /** Zero for a slot that is not packed, like its end. */
  #startOf(slot: number): number {
    return slot === 0 || slot >= this.#ends.length ? 0 : (this.#ends[slot - 1] as number);
  }
}
