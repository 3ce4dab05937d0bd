import { BitSet, lowestBit, PLACE, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';

/**
 * Knows which documents have another number than their owner. Few have, so most of a set of documents becomes a set of owners, or
 * the reverse, by copying the bits.
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

  /** Replaces the members of `into`, which has room for them, by the counterparts of `set`. @param numbers of the counterparts; -1: none */
  translate({ words: from }: BitSet, numbers: Int32Array, into: BitSet): void {
    const to = into.words;
    const copied = Math.min(from.length, to.length);
    to.set(from.subarray(0, copied));
    to.fill(0, copied);
    this.#eachWord(to.length, (at) => {
      to[at] = 0;
    });
    this.#eachWord(from.length, (at) => {
      for (let left = from[at] as number; left !== 0; left &= left - 1) {
        const number = numbers[(at << WORD_BITS) | lowestBit(left)] as number;
        if (number < 0) continue;
        const place = number >>> WORD_BITS;
        to[place] = (to[place] as number) | (1 << (number & PLACE));
      }
    });
  }

  /** Calls `use` for each word below `end` that differs between a set of documents and the set of their owners. */
  #eachWord(end: number, use: (at: number) => void): void {
    const flags = this.#words.words;
    for (let block = 0; block < flags.length; block += 1) {
      for (let left = flags[block] as number; left !== 0; left &= left - 1) {
        const at = (block << WORD_BITS) | lowestBit(left);
        if (at < end) use(at);
      }
    }
  }
}
