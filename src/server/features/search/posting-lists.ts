import type { SnapshotReader, SnapshotWriter } from '#server/platform/snapshot-file.ts';

/** An entry is a document number with the word's impact in its lowest byte. */
export const IMPACT_BITS = 8;
export const IMPACT = 0xff;
const DOCUMENT = 0xffffff;

/** Bytes per array; an address is `segment << PLACE_BITS | offset`. */
const PLACE_BITS = 18;
const SEGMENT = 1 << PLACE_BITS;
const OFFSET = SEGMENT - 1;
/** Without the last byte: `#decode` reads one more than it uses. */
const USABLE = SEGMENT - 1;
/** Bytes of a block, including the address of the next one at its beginning. */
const FIRST_BLOCK = 16;
const LARGEST_BLOCK = 512;
const LINK = 4;
/** An unused byte at the end of a block: no entry begins with it. */
const FILLER = 0;

/** A byte of a number contains seven bits; the highest one says whether more follow. */
const MORE = 0x80;
const SEVEN_BITS = 0x7f;
/** Of a difference with its lowest bit for the impact, plus the impact. */
const LONGEST_ENTRY = 5;

/** State of a list: one cache line, because each word of a text changes that of another list. */
const STATE_BITS = 3;
const HEAD = 0;
const TAIL = 1;
const BLOCK_COUNT = 2;
/** Free bytes in the last block. */
const ROOM = 3;
const LENGTH = 4;
const LAST_DOCUMENT = 5;
const LAST_IMPACT = 6;
/** Before the first entry, so that no difference is zero. */
const NO_DOCUMENT = -1;

/** Every second block of a list doubles in size: doubling each one wastes more space in the last ones. */
function sizeOfBlock(index: number): number {
  return Math.min(FIRST_BLOCK << Math.min(index >> 1, 16), LARGEST_BLOCK);
}

/**
 * Very many lists of entries in few typed arrays: most words occur in a handful of products, and one array object per word
 * would take more memory than its entries. A list is a chain of blocks, each starting with the address of the next, so
 * that it grows without being moved. An entry is stored as the difference from the previous document number, and its impact
 * only if it differs from the previous one: less than two bytes on average.
 */
export class PostingLists {
  #segments: Uint8Array[] = [];
  #segmentEnd = USABLE;
  /** Free blocks, by the logarithm of their size. */
  #free: number[][] = Array.from({ length: Math.log2(LARGEST_BLOCK) + 1 }, () => []);
  #states = new Int32Array(1024 << STATE_BITS);
  /** The current block of an iteration, decoded. */
  readonly entries = new Uint32Array(LARGEST_BLOCK);
  end = 0;
  #blocksLeft = 0;
  #nextPlace = 0;
  #nextBlock = 0;
  #room = 0;
  #document = NO_DOCUMENT;
  #impact = 0;

  /** Memory of the entries in bytes, including free space. */
  get bytes(): number {
    return this.#segments.length * SEGMENT;
  }

  lengthOf(list: number): number {
    return this.#states[(list << STATE_BITS) + LENGTH] ?? 0;
  }

  /**
   * Starts an iteration over a list: its first entries are those of `entries` up to (not including) `entries[end]`, and
   * `next` continues. One iteration at a time, without allocations.
   * @returns false if the list is empty.
   */
  open(list: number): boolean {
    const state = list << STATE_BITS;
    this.#blocksLeft = this.#states[state + BLOCK_COUNT] ?? 0;
    this.#nextPlace = this.#states[state + HEAD] ?? 0;
    this.#room = this.#states[state + ROOM] ?? 0;
    this.#nextBlock = 0;
    this.#document = NO_DOCUMENT;
    this.#impact = 0;
    return this.next();
  }

  /** @returns false at the end of the list. */
  next(): boolean {
    if (this.#blocksLeft === 0) return false;
    this.#blocksLeft -= 1;
    const place = this.#nextPlace;
    const start = place & OFFSET;
    const bytes = this.#segmentOf(place);
    const size = sizeOfBlock(this.#nextBlock);
    this.#decode(bytes, start + LINK, start + size - (this.#blocksLeft === 0 ? this.#room : 0));
    this.#nextPlace = readLink(bytes, start);
    this.#nextBlock += 1;
    return true;
  }

  /** The entries in order. */
  entriesOf(list: number): number[] {
    const all: number[] = [];
    for (let isOpen = this.open(list); isOpen; isOpen = this.next()) all.push(...this.entries.subarray(0, this.end));
    return all;
  }

  /** Mostly in the order of document numbers; any other order takes more bytes. */
  push(list: number, entry: number): void {
    const state = list << STATE_BITS;
    if (state >= this.#states.length) this.#makeRoomFor(state);
    const states = this.#states;
    const document = entry >>> IMPACT_BITS;
    const impact = entry & IMPACT;
    const isFirst = states[state + LENGTH] === 0;
    const isSame = impact === (isFirst ? 0 : (states[state + LAST_IMPACT] as number));
    const last = isFirst ? NO_DOCUMENT : (states[state + LAST_DOCUMENT] as number);
    let rest = (((document - last) & DOCUMENT) << 1) | (isSame ? 0 : 1);
    if ((states[state + ROOM] as number) < LONGEST_ENTRY) this.#makeRoomForEntry(state, rest, isSame);
    const room = states[state + ROOM] as number;
    const tail = states[state + TAIL] as number;
    const bytes = this.#segmentOf(tail);
    const end = (tail & OFFSET) + sizeOfBlock((states[state + BLOCK_COUNT] as number) - 1);
    let at = end - room;
    for (; rest > SEVEN_BITS; rest >>>= 7) {
      bytes[at] = rest | MORE;
      at += 1;
    }
    bytes[at] = rest;
    at += 1;
    if (!isSame) {
      bytes[at] = impact;
      at += 1;
    }
    states[state + ROOM] = end - at;
    states[state + LAST_DOCUMENT] = document;
    states[state + LAST_IMPACT] = impact;
    states[state + LENGTH] = (states[state + LENGTH] as number) + 1;
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
    to.numbers(this.#states);
  }

  load(from: SnapshotReader): void {
    const { segments, segmentEnd, free } = from.json() as { segments: number; segmentEnd: number; free: number[][] };
    this.#segmentEnd = segmentEnd;
    this.#free = free;
    this.#segments = Array.from({ length: segments }, () => from.numbers(Uint8Array));
    this.#states = from.numbers(Int32Array);
  }

  /** Writes the entries of a block, or of its used part, to `entries`. */
  #decode(bytes: Uint8Array, start: number, end: number): void {
    const { entries } = this;
    let document = this.#document;
    let impact = this.#impact;
    let count = 0;
    let at = start;
    while (at < end) {
      let value = bytes[at] as number;
      at += 1;
      if (value >= MORE) {
        value &= SEVEN_BITS;
        for (let shift = 7, byte = MORE; byte >= MORE; shift += 7) {
          byte = bytes[at] as number;
          at += 1;
          value |= (byte & SEVEN_BITS) << shift;
        }
      } else if (value === FILLER) {
        break;
      }
      document = (document + (value >>> 1)) & DOCUMENT;
      // Without a branch, which the processor could not predict.
      const isOther = value & 1;
      impact ^= (impact ^ (bytes[at] as number)) & -isOther;
      at += isOther;
      entries[count] = (document << IMPACT_BITS) | impact;
      count += 1;
    }
    this.end = count;
    this.#document = document;
    this.#impact = impact;
  }

  #segmentOf(place: number): Uint8Array {
    return this.#segments[place >>> PLACE_BITS] as Uint8Array;
  }

  #clear(list: number): void {
    const state = list << STATE_BITS;
    let place = this.#states[state + HEAD] as number;
    for (let index = 0; index < (this.#states[state + BLOCK_COUNT] as number); index += 1) {
      this.#free[Math.log2(sizeOfBlock(index))]?.push(place);
      place = readLink(this.#segmentOf(place), place & OFFSET);
    }
    this.#states.fill(0, state, state + (1 << STATE_BITS));
  }

  /** @param rest the difference that is going to be written */
  #makeRoomForEntry(state: number, rest: number, isSame: boolean): void {
    const room = this.#states[state + ROOM] as number;
    const needed = (rest > SEVEN_BITS ? Math.ceil((32 - Math.clz32(rest)) / 7) : 1) + (isSame ? 0 : 1);
    if (needed <= room) return;
    const index = this.#states[state + BLOCK_COUNT] as number;
    const size = sizeOfBlock(index);
    const place = this.#allocate(size);
    if (index === 0) {
      this.#states[state + HEAD] = place;
    } else {
      const tail = this.#states[state + TAIL] as number;
      const bytes = this.#segmentOf(tail);
      const start = tail & OFFSET;
      writeLink(bytes, start, place);
      const end = start + sizeOfBlock(index - 1);
      bytes.fill(FILLER, end - room, end);
    }
    this.#states[state + TAIL] = place;
    this.#states[state + BLOCK_COUNT] = index + 1;
    this.#states[state + ROOM] = size - LINK;
  }

  #allocate(size: number): number {
    const again = this.#free[Math.log2(size)]?.pop();
    if (again !== undefined) return again;
    if (this.#segmentEnd + size > USABLE) {
      this.#keepRest();
      this.#segments.push(new Uint8Array(SEGMENT));
      this.#segmentEnd = 0;
    }
    const place = ((this.#segments.length - 1) << PLACE_BITS) | this.#segmentEnd;
    this.#segmentEnd += size;
    return place;
  }

  /** The rest of a segment too full for the next block is used for smaller ones. */
  #keepRest(): void {
    while (USABLE - this.#segmentEnd >= FIRST_BLOCK) {
      const power = Math.floor(Math.log2(USABLE - this.#segmentEnd));
      this.#free[power]?.push(((this.#segments.length - 1) << PLACE_BITS) | this.#segmentEnd);
      this.#segmentEnd += 2 ** power;
    }
  }

  #makeRoomFor(state: number): void {
    const states = new Int32Array(Math.max(state + (1 << STATE_BITS), this.#states.length * 2));
    states.set(this.#states);
    this.#states = states;
  }
}

function readLink(bytes: Uint8Array, start: number): number {
  return (
    (bytes[start] as number) |
    ((bytes[start + 1] as number) << 8) |
    ((bytes[start + 2] as number) << 16) |
    ((bytes[start + 3] as number) << 24)
  );
}

function writeLink(bytes: Uint8Array, start: number, place: number): void {
  bytes[start] = place;
  bytes[start + 1] = place >>> 8;
  bytes[start + 2] = place >>> 16;
  bytes[start + 3] = place >>> 24;
}
