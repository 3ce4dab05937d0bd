import { PLACE, WORD, WORD_BITS } from '#server/platform/bit-set.ts';

/** An entry is a document number with the word's impact in its lowest byte. */
export const IMPACT_BITS = 8;
export const IMPACT = 0xff;
export const DOCUMENT = 0xffffff;

/** Entries of a block. */
export const BLOCK_ENTRIES = 128;
/** Words of a block for each bit that a value takes. */
const WORDS_PER_BIT = BLOCK_ENTRIES / WORD;

/** The header: the first document, the bits of a difference, and the bits of an impact's number. The word before it is for the list. */
const HEADER = 1;
const TABLE = 2;
const FIRST_SHIFT = 8;
const WIDTH_SHIFT = 3;
const WIDTH = 0x1f;
const IMPACT_WIDTH = 0x7;
const MAX_WIDTH = 24 + 7;
const widthOf = (number: number): number => 32 - Math.clz32(number);
/** Four impacts in each. */
const tableWords = (impactWidth: number): number => ((1 << impactWidth) + 3) >>> 2;

/** Scratch memory: a block that is being written, and the number of each of its impacts. */
const written = new Int32Array(TABLE + tableWords(IMPACT_WIDTH) + MAX_WIDTH * WORDS_PER_BIT + 1);
const numbers = new Uint8Array(IMPACT + 1);
const impacts = new Uint8Array(1 << IMPACT_WIDTH);

/**
 * Writes a block of entries with the same number of bits for each: the difference from the document before, and which of the block's
 * impacts it has.
 * @param entries of a block, mostly in the order of document numbers; any other order takes more memory
 * @returns the words of the block, of which the first is free; the next call overwrites them
 */
export function writeBlock(entries: Uint32Array): Int32Array {
  let all = 0;
  let before = (entries[0] as number) >>> IMPACT_BITS;
  const first = before;
  let impactCount = 0;
  for (let i = 0; i < BLOCK_ENTRIES; i += 1) {
    const entry = entries[i] as number;
    const impact = entry & IMPACT;
    const document = entry >>> IMPACT_BITS;
    all |= (document - before) & DOCUMENT;
    before = document;
    if (impacts[numbers[impact] as number] === impact && (numbers[impact] as number) < impactCount) continue;
    numbers[impact] = impactCount;
    impacts[impactCount] = impact;
    impactCount += 1;
  }
  const impactWidth = widthOf(impactCount - 1);
  const width = widthOf(all) + impactWidth;
  const body = TABLE + tableWords(impactWidth);
  const length = body + width * WORDS_PER_BIT;
  written.fill(0, 0, length);
  written[HEADER] = (first << FIRST_SHIFT) | ((width - impactWidth) << WIDTH_SHIFT) | impactWidth;
  for (let number = 0; number < impactCount; number += 1)
    written[TABLE + (number >>> 2)] =
      (written[TABLE + (number >>> 2)] as number) | ((impacts[number] as number) << ((number & 3) << 3));
  before = first;
  for (let i = 0; i < BLOCK_ENTRIES; i += 1) {
    const entry = entries[i] as number;
    const document = entry >>> IMPACT_BITS;
    const value = (((document - before) & DOCUMENT) << impactWidth) | (numbers[entry & IMPACT] as number);
    before = document;
    const at = body + ((i * width) >>> WORD_BITS);
    const shift = (i * width) & PLACE;
    written[at] = (written[at] as number) | (value << shift);
    // In two steps, because a shift by 32 would be one by 0.
    written[at + 1] = (written[at + 1] as number) | ((value >>> 1) >>> (PLACE - shift));
  }
  return written.subarray(0, length);
}

/** The length of a block in words. */
export function lengthOfBlock(words: Int32Array, start: number): number {
  const header = words[start + HEADER] as number;
  const impactWidth = header & IMPACT_WIDTH;
  return TABLE + tableWords(impactWidth) + (((header >>> WIDTH_SHIFT) & WIDTH) + impactWidth) * WORDS_PER_BIT;
}

/** Writes the entries of a block to the beginning of `into`. Reads one word more than it uses. */
export function readBlock(words: Int32Array, start: number, into: Uint32Array): void {
  const header = words[start + HEADER] as number;
  const impactWidth = header & IMPACT_WIDTH;
  const width = ((header >>> WIDTH_SHIFT) & WIDTH) + impactWidth;
  const table = start + TABLE;
  const body = table + tableWords(impactWidth);
  for (let number = 0; number < 1 << impactWidth; number += 1)
    impacts[number] = (words[table + (number >>> 2)] as number) >>> ((number & 3) << 3);
  const mask = (1 << width) - 1;
  const impactMask = (1 << impactWidth) - 1;
  let document = header >>> FIRST_SHIFT;
  for (let i = 0, bit = 0; i < BLOCK_ENTRIES; i += 1, bit += width) {
    const at = body + (bit >>> WORD_BITS);
    const shift = bit & PLACE;
    const value = (((words[at] as number) >>> shift) | (((words[at + 1] as number) << 1) << (PLACE - shift))) & mask;
    document = (document + (value >>> impactWidth)) & DOCUMENT;
    into[i] = (document << IMPACT_BITS) | (impacts[value & impactMask] as number);
  }
}

/** Adds the documents of a block to a set, as one bit for each. Reads one word more than it uses. */
export function addDocumentsOfBlock(words: Int32Array, start: number, set: Int32Array): void {
  const header = words[start + HEADER] as number;
  const impactWidth = header & IMPACT_WIDTH;
  const width = ((header >>> WIDTH_SHIFT) & WIDTH) + impactWidth;
  const body = start + TABLE + tableWords(impactWidth);
  const mask = (1 << width) - 1;
  let document = header >>> FIRST_SHIFT;
  for (let i = 0, bit = 0; i < BLOCK_ENTRIES; i += 1, bit += width) {
    const at = body + (bit >>> WORD_BITS);
    const shift = bit & PLACE;
    const value = (((words[at] as number) >>> shift) | (((words[at + 1] as number) << 1) << (PLACE - shift))) & mask;
    document = (document + (value >>> impactWidth)) & DOCUMENT;
    const place = document >>> WORD_BITS;
    set[place] = (set[place] as number) | (1 << (document & PLACE));
  }
}
