import type { SnapshotReader, SnapshotWriter } from '#server/platform/snapshot-file.ts';

const LONGEST = 255;

/** The words of names as numbers in one typed array, so that scans need not parse names. */
export class NameWords {
  #starts = new Int32Array(1024);
  #lengths = new Uint8Array(1024);
  #words = new Int32Array(4096);
  #end = 0;

  /** Number of distinct words of a name, up to 255. */
  lengthOf(owner: number): number {
    return this.#lengths[owner] ?? 0;
  }

  /** @param words distinct words of the owner's name. */
  set(owner: number, words: readonly number[]): void {
    if (owner >= this.#lengths.length) this.#makeRoomFor(owner);
    const length = Math.min(words.length, LONGEST);
    if (length > (this.#lengths[owner] as number)) {
      this.#lengths[owner] = 0;
      if (this.#end + length > this.#words.length) this.#rewrite(length);
      this.#starts[owner] = this.#end;
      this.#end += length;
    }
    this.#lengths[owner] = length;
    const start = this.#starts[owner] as number;
    for (let i = 0; i < length; i += 1) this.#words[start + i] = words[i] as number;
  }

  delete(owner: number): void {
    if (owner < this.#lengths.length) this.#lengths[owner] = 0;
  }

  wordsOf(owner: number): Int32Array {
    const start = this.#starts[owner] ?? 0;
    return this.#words.subarray(start, start + this.lengthOf(owner));
  }

  /** The union of `marks` over the words of a name. */
  marksOf(owner: number, marks: Uint8Array): number {
    const start = this.#starts[owner] as number;
    const end = start + (this.#lengths[owner] as number);
    let bits = 0;
    for (let i = start; i < end; i += 1) bits |= marks[this.#words[i] as number] as number;
    return bits;
  }

  /** The sum of the weights of the marked words of a name. */
  weightOf(owner: number, marks: Uint8Array, weights: Float64Array): number {
    const start = this.#starts[owner] as number;
    const end = start + (this.#lengths[owner] as number);
    let weight = 0;
    for (let i = start; i < end; i += 1) weight += weights[marks[this.#words[i] as number] as number] as number;
    return weight;
  }

  save(to: SnapshotWriter): void {
    to.numbers(this.#starts);
    to.numbers(this.#lengths);
    to.numbers(this.#words.subarray(0, this.#end));
  }

  load(from: SnapshotReader): void {
    this.#starts = from.numbers(Int32Array);
    this.#lengths = from.numbers(Uint8Array);
    this.#words = from.numbers(Int32Array);
    this.#end = this.#words.length;
  }

  #makeRoomFor(owner: number): void {
    const size = Math.max(owner + 1, this.#lengths.length * 2);
    const lengths = new Uint8Array(size);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
    const starts = new Int32Array(size);
    starts.set(this.#starts);
    this.#starts = starts;
  }

  /** Copies into an array 1.5 times as large, without unused entries. */
  #rewrite(needed: number): void {
    const used = this.#lengths.reduce((sum, length) => sum + length, needed);
    const words = new Int32Array(Math.ceil(used * 1.5));
    let end = 0;
    for (let owner = 0; owner < this.#lengths.length; owner += 1) {
      words.set(this.wordsOf(owner), end);
      this.#starts[owner] = end;
      end += this.lengthOf(owner);
    }
    this.#words = words;
    this.#end = end;
  }
}
