import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';

/** Memory is allocated in steps of this many bytes, so the lowest bits of an address are zero. */
export const STEP = 16;
/** Bytes of a segment; an address is `segment << PLACE_BITS | offset`. */
const PLACE_BITS = 18;
const SEGMENT = 1 << PLACE_BITS;
const OFFSET = SEGMENT - 1;
/** Leaves out the last step, because unaligned loads read a few bytes past the end of a block or an entry. */
const USABLE = SEGMENT - STEP;

/** The place of an address in its segment. */
export const offsetOf = (address: number): number => address & OFFSET;

/** An allocator for very many small pieces of memory, in a few typed arrays. */
export class PostingMemory {
  #segments: Uint8Array[] = [];
  /** Views of the same memory. */
  #views: DataView[] = [];
  #segmentEnd = USABLE;
  /** Free list: addresses of released memory, by length in steps. */
  #free: number[][];

  /** @param longest bytes of the largest allocation */
  constructor(longest: number) {
    this.#free = Array.from({ length: stepsOf(longest) + 1 }, () => []);
  }

  /** All of it, including free space. */
  get bytes(): number {
    return this.#segments.length * SEGMENT;
  }

  /** The segment of an address, which is at `offsetOf` in it. */
  segmentOf(address: number): Uint8Array {
    return this.#segments[address >>> PLACE_BITS] as Uint8Array;
  }

  /** A view of the segment of an address. */
  viewOf(address: number): DataView {
    return this.#views[address >>> PLACE_BITS] as DataView;
  }

  /** @returns an address */
  allocate(bytes: number): number {
    const steps = stepsOf(bytes);
    const again = this.#free[steps]?.pop();
    if (again !== undefined) return again;
    if (this.#segmentEnd + steps * STEP > USABLE) {
      this.#releaseRest();
      const segment = new Uint8Array(SEGMENT);
      this.#segments.push(segment);
      this.#views.push(new DataView(segment.buffer));
      this.#segmentEnd = 0;
    }
    const address = ((this.#segments.length - 1) << PLACE_BITS) | this.#segmentEnd;
    this.#segmentEnd += steps * STEP;
    return address;
  }

  /** @param bytes as when it was allocated */
  release(address: number, bytes: number): void {
    this.#free[stepsOf(bytes)]?.push(address);
  }

  save(to: SnapshotWriter): void {
    to.json({ segments: this.#segments.length, segmentEnd: this.#segmentEnd, free: this.#free });
    for (const segment of this.#segments) to.numbers(segment);
  }

  load(from: SnapshotReader): void {
    const { segments, segmentEnd, free } = from.json() as { segments: number; segmentEnd: number; free: number[][] };
    this.#segmentEnd = segmentEnd;
    this.#free = free;
    this.#segments = Array.from({ length: segments }, () => from.numbers(Uint8Array));
    this.#views = this.#segments.map(({ buffer }) => new DataView(buffer));
  }

  /** The rest of a segment too full for the next piece is used for smaller ones. */
  #releaseRest(): void {
    const rest = USABLE - this.#segmentEnd;
    if (rest > 0) this.release(((this.#segments.length - 1) << PLACE_BITS) | this.#segmentEnd, rest);
  }
}

function stepsOf(bytes: number): number {
  return Math.ceil(bytes / STEP);
}
