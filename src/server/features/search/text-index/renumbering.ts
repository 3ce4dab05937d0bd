import { BitSet, lowestBit, PLACE, WORD, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';

/**
 * Knows which documents have another number than their owner. Few have, so most of a set of documents becomes a set of owners, or
 * the reverse, by copying 32 bits at a time.
 */
export class Renumbering {
  /** The 32-bit words of a set in which a document or owner has another number than its counterpart. */
  #words = new BitSet();

  reset(): void {
    this.#words = new BitSet();
  }

  /** Call it for a document with another number than its owner, or for both numbers of a deleted document. */
  note(document: number, owner: number): void {
    this.#words.set(document >>> WORD_BITS, true);
    this.#words.set(owner >>> WORD_BITS, true);
  }

  /** Adds the counterparts of a set to `into`, which has room for them. @param numbers of the counterparts; -1: none */
  translate({ words: from }: BitSet, numbers: Int32Array, into: BitSet): void {
    const to = into.words;
    const flags = this.#words.words;
    const copied = Math.min(from.length, to.length);
    for (let start = 0; start < from.length; start += WORD) {
      const block = start >>> WORD_BITS;
      const flagged = block < flags.length ? (flags[block] as number) : 0;
      if (flagged === 0) copy(from, to, start, Math.min(start + WORD, copied));
      else translateWords(from, numbers, into, { start, end: Math.min(start + WORD, from.length), flagged });
    }
  }
}

function copy(from: Int32Array, to: Int32Array, start: number, end: number): void {
  for (let at = start; at < end; at += 1) to[at] = (to[at] as number) | (from[at] as number);
}

/** @param part up to 32 words, of which those that are not copied are flagged */
function translateWords(
  from: Int32Array,
  numbers: Int32Array,
  { words: to }: BitSet,
  { start, end, flagged }: { readonly start: number; readonly end: number; readonly flagged: number },
): void {
  for (let at = start; at < end; at += 1) {
    const word = from[at] as number;
    if (((flagged >>> (at & PLACE)) & 1) === 0) {
      if (word !== 0) to[at] = (to[at] as number) | word;
      continue;
    }
    for (let left = word; left !== 0; left &= left - 1) {
      const number = numbers[(at << WORD_BITS) | lowestBit(left)] as number;
      if (number < 0) continue;
      const place = number >>> WORD_BITS;
      to[place] = (to[place] as number) | (1 << (number & PLACE));
    }
  }
}
