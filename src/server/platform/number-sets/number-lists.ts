import type { SnapshotReader, SnapshotWriter } from '../machine/snapshot-file.ts';

const LONGEST = 255;
const MAX_16_BITS = 0xffff;

type Numbers = Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

const emptyLike = (numbers: Numbers, length: number): Numbers =>
  numbers instanceof Uint16Array ? new Uint16Array(length) : new Int32Array(length);

/**
 * A short list of numbers for each owner, in one typed array: an array object for each would take several times the memory. A number
 * takes 16 bits until one needs more.
 */
export class NumberLists {
  #starts = new Int32Array(1024);
  #lengths = new Uint8Array(1024);
  #numbers: Numbers = new Uint16Array(4096);
  #end = 0;

  /** Lengths by owner, up to 255, for loops that cannot afford a call for each. The next `set` may replace them. */
  get lengths(): Uint8Array {
    return this.#lengths;
  }

  /** Length of an owner's list, up to 255. */
  lengthOf(owner: number): number {
    return this.#lengths[owner] ?? 0;
  }

  /** @param numbers distinct, the first `count` of them; those after the 255th are left out. */
  set(owner: number, numbers: ArrayLike<number>, count = numbers.length): void {
    if (owner >= this.#lengths.length) this.#makeRoomFor(owner);
    const length = Math.min(count, LONGEST);
    if (length > (this.#lengths[owner] as number)) {
      this.#lengths[owner] = 0;
      if (this.#end + length > this.#numbers.length) this.#rewrite(length);
      this.#starts[owner] = this.#end;
      this.#end += length;
    }
    this.#lengths[owner] = length;
    const start = this.#starts[owner] as number;
    for (let i = 0; i < length; i += 1) {
      const number = numbers[i] as number;
      if (number > MAX_16_BITS && this.#numbers instanceof Uint16Array) this.#numbers = Int32Array.from(this.#numbers);
      this.#numbers[start + i] = number;
    }
  }

  delete(owner: number): void {
    if (owner < this.#lengths.length) this.#lengths[owner] = 0;
  }

  of(owner: number): Numbers {
    const start = this.#starts[owner] ?? 0;
    return this.#numbers.subarray(start, start + this.lengthOf(owner));
  }

  /** Whether an owner's list contains a number. */
  has(owner: number, number: number): boolean {
    const start = this.#starts[owner] ?? 0;
    const end = start + this.lengthOf(owner);
    for (let i = start; i < end; i += 1) if (this.#numbers[i] === number) return true;
    return false;
  }

  /** The union of `marks` over an owner's numbers. */
  marksOf(owner: number, marks: Uint8Array): number {
    const start = this.#starts[owner] as number;
    const end = start + (this.#lengths[owner] as number);
    let bits = 0;
    for (let i = start; i < end; i += 1) bits |= marks[this.#numbers[i] as number] as number;
    return bits;
  }

  /** The sum of the weights of an owner's marked numbers. */
  weightOf(owner: number, marks: Uint8Array, weights: Float64Array): number {
    const start = this.#starts[owner] as number;
    const end = start + (this.#lengths[owner] as number);
    let weight = 0;
    for (let i = start; i < end; i += 1) weight += weights[marks[this.#numbers[i] as number] as number] as number;
    return weight;
  }

  save(to: SnapshotWriter): void {
    to.json(this.#numbers instanceof Uint16Array);
    to.numbers(this.#starts);
    to.numbers(this.#lengths);
    to.numbers(this.#numbers.subarray(0, this.#end));
  }

  load(from: SnapshotReader): void {
    const areNarrow = from.json() === true;
    this.#starts = from.numbers(Int32Array);
    this.#lengths = from.numbers(Uint8Array);
    this.#numbers = areNarrow ? from.numbers(Uint16Array) : from.numbers(Int32Array);
    this.#end = this.#numbers.length;
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
    const numbers = emptyLike(this.#numbers, Math.ceil(used * 1.5));
    let end = 0;
    for (let owner = 0; owner < this.#lengths.length; owner += 1) {
      numbers.set(this.of(owner), end);
      this.#starts[owner] = end;
      end += this.lengthOf(owner);
    }
    this.#numbers = numbers;
    this.#end = end;
  }
}
