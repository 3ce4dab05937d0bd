import type { SnapshotReader, SnapshotWriter } from '#server/platform/snapshot-file.ts';

/** Entries per array; an address is `segment << PLACE_BITS | offset`. */
const PLACE_BITS = 16;
const SEGMENT = 1 << PLACE_BITS;
const OFFSET = SEGMENT - 1;
/** Including the link at their beginning. */
const FIRST_BLOCK = 4;
const LARGEST_BLOCK = 256;

/** Every second block of a list doubles in size: doubling each one wastes more space in the last ones. */
function sizeOfBlock(index: number): number {
  return Math.min(FIRST_BLOCK << Math.min(index >> 1, 16), LARGEST_BLOCK);
}

function grown<A extends Uint32Array | Int32Array>(larger: A, old: A): A {
  larger.set(old);
  return larger;
}

/**
 * Very many lists of 32-bit entries in few typed arrays: most words occur in a handful of products, and one array
 * object per word would take more memory than its entries. A list is a chain of blocks, each starting with the address
 * of the next, so that it grows without being moved.
 */
export class PostingLists {
  #segments: Uint32Array[] = [];
  #segmentEnd = SEGMENT;
  /** Free blocks, by the logarithm of their size. */
  #free: number[][] = Array.from({ length: Math.log2(LARGEST_BLOCK) + 1 }, () => []);
  #heads = new Uint32Array(1024);
  #tails = new Uint32Array(1024);
  #blockCounts = new Int32Array(1024);
  /** Free entries in the last block. */
  #rooms = new Int32Array(1024);
  #lengths = new Int32Array(1024);
  /** The current block of an iteration. */
  entries: Uint32Array = new Uint32Array(0);
  start = 0;
  end = 0;
  #left = 0;
  #nextPlace = 0;
  #nextBlock = 0;

  /** Memory of the entries in bytes, including free space. */
  get bytes(): number {
    return this.#segments.length * SEGMENT * Uint32Array.BYTES_PER_ELEMENT;
  }

  lengthOf(list: number): number {
    return this.#lengths[list] ?? 0;
  }

  /**
   * Starts an iteration over a list: its first block is `entries[start]` up to (not including) `entries[end]`, and
   * `next` continues. One iteration at a time, without allocations.
   * @returns false if the list is empty.
   */
  open(list: number): boolean {
    this.#left = this.lengthOf(list);
    this.#nextPlace = this.#heads[list] ?? 0;
    this.#nextBlock = 0;
    return this.next();
  }

  /** @returns false at the end of the list. */
  next(): boolean {
    if (this.#left === 0) return false;
    const place = this.#nextPlace;
    this.entries = this.#segmentOf(place);
    this.start = (place & OFFSET) + 1;
    const count = Math.min(this.#left, sizeOfBlock(this.#nextBlock) - 1);
    this.end = this.start + count;
    this.#left -= count;
    this.#nextPlace = this.entries[this.start - 1] as number;
    this.#nextBlock += 1;
    return true;
  }

  /** The entries in order. */
  entriesOf(list: number): number[] {
    const all: number[] = [];
    for (let isOpen = this.open(list); isOpen; isOpen = this.next())
      all.push(...this.entries.subarray(this.start, this.end));
    return all;
  }

  push(list: number, entry: number): void {
    if (list >= this.#lengths.length) this.#makeRoomFor(list);
    if (this.#rooms[list] === 0) this.#addBlock(list);
    const room = this.#rooms[list] as number;
    const place = this.#tails[list] as number;
    const size = sizeOfBlock((this.#blockCounts[list] as number) - 1);
    this.#segmentOf(place)[(place & OFFSET) + size - room] = entry;
    this.#rooms[list] = room - 1;
    this.#lengths[list] = (this.#lengths[list] as number) + 1;
  }

  /** Keeps the entries that `keep` accepts, in order. */
  filter(list: number, keep: (entry: number) => boolean): void {
    const kept = this.entriesOf(list).filter(keep);
    if (kept.length === this.lengthOf(list)) return;
    this.#clear(list);
    for (const entry of kept) this.push(list, entry);
  }

  save(to: SnapshotWriter): void {
    to.json({ segments: this.#segments.length, segmentEnd: this.#segmentEnd, free: this.#free });
    for (const segment of this.#segments) to.numbers(segment);
    to.numbers(this.#heads);
    to.numbers(this.#tails);
    to.numbers(this.#blockCounts);
    to.numbers(this.#rooms);
    to.numbers(this.#lengths);
  }

  load(from: SnapshotReader): void {
    const { segments, segmentEnd, free } = from.json() as { segments: number; segmentEnd: number; free: number[][] };
    this.#segmentEnd = segmentEnd;
    this.#free = free;
    this.#segments = Array.from({ length: segments }, () => from.numbers(Uint32Array));
    this.#heads = from.numbers(Uint32Array);
    this.#tails = from.numbers(Uint32Array);
    this.#blockCounts = from.numbers(Int32Array);
    this.#rooms = from.numbers(Int32Array);
    this.#lengths = from.numbers(Int32Array);
  }

  #segmentOf(place: number): Uint32Array {
    return this.#segments[place >>> PLACE_BITS] as Uint32Array;
  }

  #clear(list: number): void {
    let left = this.#lengths[list] as number;
    let place = this.#heads[list] as number;
    for (let index = 0; left > 0; index += 1) {
      const size = sizeOfBlock(index);
      this.#free[Math.log2(size)]?.push(place);
      left -= size - 1;
      place = this.#segmentOf(place)[place & OFFSET] as number;
    }
    this.#lengths[list] = 0;
    this.#rooms[list] = 0;
    this.#blockCounts[list] = 0;
  }

  #addBlock(list: number): void {
    const index = this.#blockCounts[list] as number;
    const size = sizeOfBlock(index);
    const place = this.#allocate(size);
    if (index === 0) {
      this.#heads[list] = place;
    } else {
      const tail = this.#tails[list] as number;
      this.#segmentOf(tail)[tail & OFFSET] = place;
    }
    this.#tails[list] = place;
    this.#blockCounts[list] = index + 1;
    this.#rooms[list] = size - 1;
  }

  #allocate(size: number): number {
    const again = this.#free[Math.log2(size)]?.pop();
    if (again !== undefined) return again;
    if (this.#segmentEnd + size > SEGMENT) {
      this.#keepRest();
      this.#segments.push(new Uint32Array(SEGMENT));
      this.#segmentEnd = 0;
    }
    const place = (((this.#segments.length - 1) << PLACE_BITS) | this.#segmentEnd) >>> 0;
    this.#segmentEnd += size;
    return place;
  }

  /** The rest of a segment too full for the next block is used for smaller ones. */
  #keepRest(): void {
    while (SEGMENT - this.#segmentEnd >= FIRST_BLOCK) {
      const power = Math.floor(Math.log2(SEGMENT - this.#segmentEnd));
      this.#free[power]?.push((((this.#segments.length - 1) << PLACE_BITS) | this.#segmentEnd) >>> 0);
      this.#segmentEnd += 2 ** power;
    }
  }

  #makeRoomFor(list: number): void {
    const size = Math.max(list + 1, this.#lengths.length * 2);
    this.#heads = grown(new Uint32Array(size), this.#heads);
    this.#tails = grown(new Uint32Array(size), this.#tails);
    this.#blockCounts = grown(new Int32Array(size), this.#blockCounts);
    this.#rooms = grown(new Int32Array(size), this.#rooms);
    this.#lengths = grown(new Int32Array(size), this.#lengths);
  }
}
