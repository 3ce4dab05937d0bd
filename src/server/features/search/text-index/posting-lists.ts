import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { type BitSet, PLACE, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';
import {
  addDocumentsOfBlock,
  BLOCK_ENTRIES,
  DOCUMENT,
  firstDocumentOf,
  IMPACT,
  IMPACT_BITS,
  LONGEST_BLOCK,
  lengthOfBlock,
  readBlock,
  writeBlock,
} from './posting-block.ts';
import { offsetOf, PostingMemory, STEP } from './posting-memory.ts';

/** Variable-length integers: seven bits per byte; the highest bit says whether more bytes follow. */
const MORE = 0x80;
const SEVEN_BITS = 0x7f;
/** Bytes of an entry: a difference with its lowest bit for the impact, and the impact. */
const LONGEST_ENTRY = 5;
/** Bytes of the largest allocation: a full block, or as many of the longest entries. */
const LONGEST = Math.max(BLOCK_ENTRIES * LONGEST_ENTRY, LONGEST_BLOCK);

const PLACE_IN_BLOCK = BLOCK_ENTRIES - 1;

/** State of a list: one cache line, because each word of a text changes that of another list. */
const STATE_BITS = 3;
const LENGTH = 0;
/** Addresses of the first and the last full block; each block begins with a link to the next. */
const FIRST_BLOCK = 1;
const LAST_BLOCK = 2;
/** The newest entries, which do not fill a block yet: address, bytes used, and bytes allocated. */
const NEWEST = 3;
const USED = 4;
const ROOM = 5;
const LAST_DOCUMENT = 6;
const LAST_IMPACT = 7;
/**
 * A link is the address of the next block. Its lowest bit says that all documents of the block are between the first one of the block
 * and the first one of the next, which most are: then the block can be skipped without decoding it.
 */
const IS_IN_ORDER = 1;
/** Differences of the newest entries start here, so that document 0 has a difference of 1. */
const NO_DOCUMENT = -1;

/**
 * Stores very many lists of entries in a few typed arrays: most words occur in a handful of products, and one array object per word
 * would take more memory than its entries. A list is a chain of full blocks (`posting-block.ts`) and its newest entries, which do not
 * fill a block yet. A newest entry takes two bytes on average: the difference from the previous document number, and the impact only if
 * it differs from the previous one.
 */
export class PostingLists {
  readonly #memory = new PostingMemory(LONGEST);
  #states = new Int32Array(1024 << STATE_BITS);
  /** The current block of an iteration, decoded. */
  readonly entries = new Uint32Array(BLOCK_ENTRIES);
  end = 0;
  #state = 0;
  #blocksLeft = 0;
  #nextBlock = 0;
  #hasNewest = false;
  #among: BitSet | undefined;

  /** Memory of the entries in bytes, including free space. */
  get bytes(): number {
    return this.#memory.bytes;
  }

  lengthOf(list: number): number {
    return this.#states[(list << STATE_BITS) + LENGTH] ?? 0;
  }

  /**
   * Starts an iteration over a list: its first entries are those of `entries` up to (not including) `entries[end]`, and
   * `next` continues. One iteration at a time, without allocations.
   * @param among entries of other documents may be left out
   * @returns false if there are no entries.
   */
  open(list: number, among?: BitSet): boolean {
    const length = this.lengthOf(list);
    this.#state = list << STATE_BITS;
    this.#blocksLeft = Math.floor(length / BLOCK_ENTRIES);
    this.#nextBlock = this.#states[this.#state + FIRST_BLOCK] ?? 0;
    this.#hasNewest = (length & PLACE_IN_BLOCK) > 0;
    this.#among = among;
    return this.next();
  }

  /** @returns false at the end of the list. */
  next(): boolean {
    while (this.#blocksLeft > 0) {
      const place = this.#nextBlock;
      const view = this.#memory.viewOf(place);
      const link = view.getInt32(offsetOf(place), true);
      this.#blocksLeft -= 1;
      this.#nextBlock = link & ~IS_IN_ORDER;
      if (this.#among && (link & IS_IN_ORDER) !== 0) {
        const [start, end] = [this.#firstOf(place), this.#firstOf(this.#nextBlock)];
        if (!this.#among.mayHaveWithin(start, end)) continue;
      }
      readBlock(view, offsetOf(place), this.entries);
      this.end = BLOCK_ENTRIES;
      return true;
    }
    if (!this.#hasNewest) return false;
    this.#hasNewest = false;
    this.#readNewest(this.#state);
    return true;
  }

  /** The entries in order. */
  entriesOf(list: number): number[] {
    const all: number[] = [];
    for (let isOpen = this.open(list); isOpen; isOpen = this.next()) all.push(...this.entries.subarray(0, this.end));
    return all;
  }

  /** Adds the documents of all entries to a set, as one bit for each: faster than an iteration. */
  addDocuments(list: number, set: Int32Array): void {
    const state = list << STATE_BITS;
    const length = this.lengthOf(list);
    let place = this.#states[state + FIRST_BLOCK] ?? 0;
    for (let left = length; left >= BLOCK_ENTRIES; left -= BLOCK_ENTRIES) {
      const view = this.#memory.viewOf(place);
      addDocumentsOfBlock(view, offsetOf(place), set);
      place = view.getInt32(offsetOf(place), true) & ~IS_IN_ORDER;
    }
    if ((length & PLACE_IN_BLOCK) === 0) return;
    this.#readNewest(state);
    for (let i = 0; i < this.end; i += 1) {
      const document = (this.entries[i] as number) >>> IMPACT_BITS;
      const at = document >>> WORD_BITS;
      set[at] = (set[at] as number) | (1 << (document & PLACE));
    }
  }

  /** Mostly in the order of document numbers; any other order takes more bytes. Not during an iteration. */
  push(list: number, entry: number): void {
    const state = list << STATE_BITS;
    if (state >= this.#states.length) this.#makeRoomFor(state);
    const states = this.#states;
    const document = entry >>> IMPACT_BITS;
    const impact = entry & IMPACT;
    const isFirst = ((states[state + LENGTH] as number) & PLACE_IN_BLOCK) === 0;
    const isSame = impact === (isFirst ? 0 : (states[state + LAST_IMPACT] as number));
    const last = isFirst ? NO_DOCUMENT : (states[state + LAST_DOCUMENT] as number);
    let rest = (((document - last) & DOCUMENT) << 1) | (isSame ? 0 : 1);
    if ((states[state + USED] as number) + LONGEST_ENTRY > (states[state + ROOM] as number)) this.#grow(state);
    const newest = states[state + NEWEST] as number;
    const bytes = this.#memory.segmentOf(newest);
    const start = offsetOf(newest);
    let at = start + (states[state + USED] as number);
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
    states[state + USED] = at - start;
    states[state + LAST_DOCUMENT] = document;
    states[state + LAST_IMPACT] = impact;
    states[state + LENGTH] = (states[state + LENGTH] as number) + 1;
    if (((states[state + LENGTH] as number) & PLACE_IN_BLOCK) === 0) this.#close(state);
  }

  /** Keeps the entries that `keep` accepts, in order. */
  filter(list: number, keep: (entry: number) => boolean): void {
    const kept = this.entriesOf(list).filter(keep);
    if (kept.length === this.lengthOf(list)) return;
    this.#clear(list);
    for (const entry of kept) this.push(list, entry);
  }

  save(to: SnapshotWriter): void {
    this.#memory.save(to);
    to.numbers(this.#states);
  }

  load(from: SnapshotReader): void {
    this.#memory.load(from);
    this.#states = from.numbers(Int32Array);
  }

  /** Writes the newest entries of a list to `entries`. */
  #readNewest(state: number): void {
    const { entries } = this;
    const newest = this.#states[state + NEWEST] as number;
    const bytes = this.#memory.segmentOf(newest);
    let at = offsetOf(newest);
    const end = at + (this.#states[state + USED] as number);
    let document = NO_DOCUMENT;
    let impact = 0;
    let count = 0;
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
      }
      document = (document + (value >>> 1)) & DOCUMENT;
      // Branchless, because a branch here would often be mispredicted.
      const isOther = value & 1;
      impact ^= (impact ^ (bytes[at] as number)) & -isOther;
      at += isOther;
      entries[count] = (document << IMPACT_BITS) | impact;
      count += 1;
    }
    this.end = count;
  }

  /** The first document of a block. */
  #firstOf(block: number): number {
    return firstDocumentOf(this.#memory.viewOf(block), offsetOf(block));
  }

  #clear(list: number): void {
    const state = list << STATE_BITS;
    let place = this.#states[state + FIRST_BLOCK] as number;
    for (let left = this.lengthOf(list); left >= BLOCK_ENTRIES; left -= BLOCK_ENTRIES) {
      const view = this.#memory.viewOf(place);
      const next = view.getInt32(offsetOf(place), true) & ~IS_IN_ORDER;
      this.#memory.release(place, lengthOfBlock(view, offsetOf(place)));
      place = next;
    }
    this.#releaseNewest(state);
    this.#states.fill(0, state, state + (1 << STATE_BITS));
  }

  /** Packs the newest entries into a block. */
  #close(state: number): void {
    const states = this.#states;
    this.#readNewest(state);
    this.#releaseNewest(state);
    const block = writeBlock(this.entries);
    const place = this.#memory.allocate(block.length);
    this.#memory.segmentOf(place).set(block, offsetOf(place));
    if (states[state + LENGTH] === BLOCK_ENTRIES) states[state + FIRST_BLOCK] = place;
    else this.#link(states[state + LAST_BLOCK] as number, place);
    states[state + LAST_BLOCK] = place;
  }

  /** Makes a block the one after the last. */
  #link(last: number, next: number): void {
    const view = this.#memory.viewOf(last);
    readBlock(view, offsetOf(last), this.entries);
    const [start, end] = [this.#firstOf(last), this.#firstOf(next)];
    const isWithin = (entry: number): boolean => entry >>> IMPACT_BITS >= start && entry >>> IMPACT_BITS < end;
    view.setInt32(offsetOf(last), this.entries.every(isWithin) ? next | IS_IN_ORDER : next, true);
  }

  /** Makes room for one more of the newest entries. */
  #grow(state: number): void {
    const states = this.#states;
    const used = states[state + USED] as number;
    const room = states[state + ROOM] as number;
    const place = this.#memory.allocate(room + STEP);
    if (used > 0) {
      const before = states[state + NEWEST] as number;
      const start = offsetOf(before);
      const bytes = this.#memory.segmentOf(before).subarray(start, start + used);
      this.#memory.segmentOf(place).set(bytes, offsetOf(place));
      this.#memory.release(before, room);
    }
    states[state + NEWEST] = place;
    states[state + ROOM] = room + STEP;
  }

  #releaseNewest(state: number): void {
    const room = this.#states[state + ROOM] as number;
    if (room > 0) this.#memory.release(this.#states[state + NEWEST] as number, room);
    this.#states[state + USED] = 0;
    this.#states[state + ROOM] = 0;
  }

  #makeRoomFor(state: number): void {
    const states = new Int32Array(Math.max(state + (1 << STATE_BITS), this.#states.length * 2));
    states.set(this.#states);
    this.#states = states;
  }
}
