import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';

/** Pack when this many texts are loose, and a quarter of all. */
const WORTH_PACKING = 1_000;
/** Texts between two pauses: a few milliseconds of work. */
const SLICE = 5_000;

/** Texts by slot, packed into one array of bytes: a million strings take twice the memory. Changed texts are strings until `tidy`. */
export class TextColumn {
  #bytes = Buffer.alloc(0);
  /** Where the bytes of each packed text end. */
  #ends = new Uint32Array(0);
  #loose: string[] = [];
  #looseCount = 0;

  get(slot: number): string {
    return this.#loose[slot] ?? this.#bytes.toString('utf8', this.#startOf(slot), this.#ends[slot] ?? 0);
  }

  set(slot: number, text: string): void {
    if (this.#loose[slot] === undefined) this.#looseCount += 1;
    this.#loose[slot] = text;
  }

  /** Frees the memory of strings when worthwhile; yields to other work, but nothing may be set meanwhile. */
  *tidy(slotCount: number): Generator<void> {
    if (this.#looseCount > WORTH_PACKING && this.#looseCount * 4 > slotCount) yield* this.#pack(slotCount);
  }

  *save(to: SnapshotWriter, slotCount: number): Generator<void> {
    if (this.#looseCount > 0 || this.#ends.length !== slotCount) yield* this.#pack(slotCount);
    to.numbers(this.#ends);
    to.numbers(this.#bytes);
  }

  load(from: SnapshotReader): void {
    this.#ends = from.numbers(Uint32Array);
    this.#bytes = Buffer.from(from.numbers(Uint8Array).buffer);
  }

  *#pack(slotCount: number): Generator<void> {
    let size = 0;
    for (let slot = 0; slot < slotCount; slot += 1) {
      const text = this.#loose[slot];
      size += text === undefined ? (this.#ends[slot] ?? 0) - this.#startOf(slot) : Buffer.byteLength(text);
      if (slot % SLICE === SLICE - 1) yield;
    }
    const bytes = Buffer.allocUnsafeSlow(size);
    const ends = new Uint32Array(slotCount);
    let end = 0;
    for (let slot = 0; slot < slotCount; slot += 1) {
      const text = this.#loose[slot];
      end +=
        text === undefined
          ? this.#bytes.copy(bytes, end, this.#startOf(slot), this.#ends[slot] ?? 0)
          : bytes.write(text, end);
      ends[slot] = end;
      if (slot % SLICE === SLICE - 1) yield;
    }
    this.#bytes = bytes;
    this.#ends = ends;
    this.#loose = [];
    this.#looseCount = 0;
  }

  /** Zero for a slot that is not packed, like its end. */
  #startOf(slot: number): number {
    return slot === 0 || slot >= this.#ends.length ? 0 : (this.#ends[slot - 1] as number);
  }
}
