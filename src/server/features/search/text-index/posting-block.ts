import { PLACE, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';

/** An entry is a document number with the word's impact in its lowest byte. */
export const IMPACT_BITS = 8;
export const IMPACT = 0xff;
export const DOCUMENT = 0xffffff;

/** Entries of a block. */
export const BLOCK_ENTRIES = 128;
/** Bytes that a block takes for each bit of an entry. */
const BYTES_PER_BIT = BLOCK_ENTRIES / 8;

/** Layout: four bytes for the list, the header, a table of the block's distinct impacts, and the values. */
const HEADER = 4;
const TABLE = 8;
/** Header: the first document, the bits of a difference, and the bits of an index into the table of impacts. */
const FIRST_SHIFT = 8;
const WIDTH_SHIFT = 3;
const WIDTH = 0x1f;
const IMPACT_WIDTH = 0x7;

/** Wider values could span five bytes, which one 32-bit load cannot read. They take 32 bits and are aligned instead. */
const WIDEST = 25;
const WHOLE = 32;
const ALL_BITS = -1;

/** Bytes of a block, at most. */
export const LONGEST_BLOCK = TABLE + (1 << IMPACT_WIDTH) + WHOLE * BYTES_PER_BIT;

/** Scratch memory: the block being written, its table of impacts, and the index of each impact in the table. */
const written = new DataView(new ArrayBuffer(LONGEST_BLOCK + 4));
const bytes = new Uint8Array(written.buffer);
const impacts = new Uint8Array(1 << IMPACT_WIDTH);
const numbers = new Uint8Array(IMPACT + 1);

const widthOf = (number: number): number => WHOLE - Math.clz32(number);

/**
 * Packs entries into a block, with the same number of bits for each: the difference from the previous document, and an index into the
 * table of impacts.
 * @param entries mostly in the order of document numbers; any other order takes more memory
 * @returns the block, with room for the list in its first four bytes; the next call overwrites it
 */
export function writeBlock(entries: Uint32Array): Uint8Array {
  const first = (entries[0] as number) >>> IMPACT_BITS;
  const impactWidth = widthOf(numberImpacts(entries) - 1);
  const needed = widthOf(allDifferences(entries)) + impactWidth;
  const width = needed > WIDEST ? WHOLE : needed;
  const body = TABLE + (1 << impactWidth);
  const length = body + width * BYTES_PER_BIT;
  bytes.fill(0, 0, length);
  bytes.set(impacts.subarray(0, 1 << impactWidth), TABLE);
  written.setInt32(HEADER, (first << FIRST_SHIFT) | ((width - impactWidth) << WIDTH_SHIFT) | impactWidth, true);
  let before = first;
  for (let i = 0, bit = 0; i < BLOCK_ENTRIES; i += 1, bit += width) {
    const entry = entries[i] as number;
    const document = entry >>> IMPACT_BITS;
    const value = (((document - before) & DOCUMENT) << impactWidth) | (numbers[entry & IMPACT] as number);
    const at = body + (bit >>> 3);
    written.setInt32(at, written.getInt32(at, true) | (value << (bit & 7)), true);
    before = document;
  }
  return bytes.subarray(0, length);
}

/** Fills the table of impacts. @returns the number of distinct impacts */
function numberImpacts(entries: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < BLOCK_ENTRIES; i += 1) {
    const impact = (entries[i] as number) & IMPACT;
    const known = numbers[impact] as number;
    if (known < count && impacts[known] === impact) continue;
    numbers[impact] = count;
    impacts[count] = impact;
    count += 1;
  }
  return count;
}

/** All differences between neighbours combined with OR: the widest one decides the number of bits. */
function allDifferences(entries: Uint32Array): number {
  let all = 0;
  for (let i = 1; i < BLOCK_ENTRIES; i += 1)
    all |= ((entries[i] as number) >>> IMPACT_BITS) - ((entries[i - 1] as number) >>> IMPACT_BITS);
  return all & DOCUMENT;
}

/** The length of a block in bytes. */
export function lengthOfBlock(view: DataView, start: number): number {
  const header = view.getInt32(start + HEADER, true);
  const impactWidth = header & IMPACT_WIDTH;
  return TABLE + (1 << impactWidth) + (((header >>> WIDTH_SHIFT) & WIDTH) + impactWidth) * BYTES_PER_BIT;
}

/** The first document of a block. */
export function firstDocumentOf(view: DataView, start: number): number {
  return view.getInt32(start + HEADER, true) >>> FIRST_SHIFT;
}

/** Decodes a block into the beginning of `into`. Reads up to three bytes past the block. */
export function readBlock(view: DataView, start: number, into: Uint32Array): void {
  const header = view.getInt32(start + HEADER, true);
  const impactWidth = header & IMPACT_WIDTH;
  const width = ((header >>> WIDTH_SHIFT) & WIDTH) + impactWidth;
  const body = start + TABLE + (1 << impactWidth);
  for (let number = 0; number < 1 << impactWidth; number += 1) impacts[number] = view.getUint8(start + TABLE + number);
  const mask = ALL_BITS >>> (WHOLE - width);
  const impactMask = (1 << impactWidth) - 1;
  let document = header >>> FIRST_SHIFT;
  for (let i = 0, bit = 0; i < BLOCK_ENTRIES; i += 1, bit += width) {
    const value = (view.getInt32(body + (bit >>> 3), true) >>> (bit & 7)) & mask;
    document = (document + (value >>> impactWidth)) | 0;
    into[i] = (document << IMPACT_BITS) | (impacts[value & impactMask] as number);
  }
}

/** Adds the documents of a block to a bit set. Reads up to three bytes past the block. */
export function addDocumentsOfBlock(view: DataView, start: number, set: Int32Array): void {
  const header = view.getInt32(start + HEADER, true);
  const impactWidth = header & IMPACT_WIDTH;
  const width = ((header >>> WIDTH_SHIFT) & WIDTH) + impactWidth;
  const body = start + TABLE + (1 << impactWidth);
  const mask = ALL_BITS >>> (WHOLE - width);
  let document = header >>> FIRST_SHIFT;
  for (let i = 0, bit = 0; i < BLOCK_ENTRIES; i += 1, bit += width) {
    const value = (view.getInt32(body + (bit >>> 3), true) >>> (bit & 7)) & mask;
    document = (document + (value >>> impactWidth)) | 0;
    const at = (document & DOCUMENT) >>> WORD_BITS;
    set[at] = (set[at] as number) | (1 << (document & PLACE));
  }
}
