import { type BitSet, PLACE, WORD_BITS } from './bit-set.ts';

/** The distance continues in the next byte. */
const CONTINUED = 255;
/** How many numbers can be added later; each takes several times the memory of the others. */
const MAX_ADDED = 1_000;

/**
 * A set of numbers as the distances between them in ascending order, one byte each if they are less than 255. Takes less
 * memory than a bit for each possible number if one in eight or fewer is a member.
 */
export class GapList {
  readonly #gaps: Uint8Array;
  readonly #added: number[] = [];

  constructor(set: BitSet) {
    this.#gaps = gapsOf(set.members(new Int32Array(set.count())));
  }

  get byteLength(): number {
    return this.#gaps.byteLength;
  }

  /** @returns false if too many have been added: then a new list should be created */
  add(member: number): boolean {
    this.#added.push(member);
    return this.#added.length <= MAX_ADDED;
  }

  /** Adds its members to a set that has room for them. */
  addTo(set: BitSet): void {
    const { words } = set;
    const gaps = this.#gaps;
    let member = -1;
    for (let i = 0; i < gaps.length; i += 1) {
      const gap = gaps[i] as number;
      member += gap;
      // 1 at the end of a distance, without a branch, which the processor could not predict.
      const bit = (gap - CONTINUED) >>> PLACE;
      const at = member >>> WORD_BITS;
      words[at] = (words[at] as number) | (bit << (member & PLACE));
    }
    if (this.#added.length > 0) set.add(Int32Array.from(this.#added));
  }
}

/** @param members ascending */
function gapsOf(members: Int32Array): Uint8Array {
  let length = 0;
  let last = -1;
  for (const member of members) {
    length += 1 + Math.floor((member - last) / CONTINUED);
    last = member;
  }
  const gaps = new Uint8Array(length);
  let end = 0;
  last = -1;
  for (const member of members) {
    let gap = member - last;
    for (; gap >= CONTINUED; gap -= CONTINUED) {
      gaps[end] = CONTINUED;
      end += 1;
    }
    gaps[end] = gap;
    end += 1;
    last = member;
  }
  return gaps;
}
