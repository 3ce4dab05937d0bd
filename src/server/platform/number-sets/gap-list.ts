import { type BitSet, PLACE, WORD_BITS } from './bit-set.ts';

/** The distance continues in the next byte. */
const CONTINUED = 255;
/** How many numbers can be added later; each takes several times the memory of the others. */
const MAX_ADDED = 1_000;
/** Distances that are read before the next branch. Shorter lists end with distances of 0, which repeat the last member. */
const AT_ONCE = 4;

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
  addTo({ words }: BitSet): void {
    const gaps = this.#gaps;
    let member = -1;
    for (let i = 0; i < gaps.length; i += AT_ONCE) {
      member = add(words, member, gaps[i] as number);
      member = add(words, member, gaps[i + 1] as number);
      member = add(words, member, gaps[i + 2] as number);
      member = add(words, member, gaps[i + 3] as number);
    }
    for (const added of this.#added) add(words, added, 0);
  }

  /** Adds those of its members that are also in another set. Both sets have room for all. */
  addCommonTo({ words }: BitSet, { words: others }: BitSet): void {
    const gaps = this.#gaps;
    let member = -1;
    for (let i = 0; i < gaps.length; i += AT_ONCE) {
      member = addCommon(words, others, member, gaps[i] as number);
      member = addCommon(words, others, member, gaps[i + 1] as number);
      member = addCommon(words, others, member, gaps[i + 2] as number);
      member = addCommon(words, others, member, gaps[i + 3] as number);
    }
    for (const added of this.#added) addCommon(words, others, added, 0);
  }
}

/** @returns the next member, or what its distance has reached so far */
function add(words: Int32Array, before: number, gap: number): number {
  const member = (before + gap) | 0;
  const at = member >>> WORD_BITS;
  words[at] = (words[at] as number) | (endOf(gap) << (member & PLACE));
  return member;
}

function addCommon(words: Int32Array, others: Int32Array, before: number, gap: number): number {
  const member = (before + gap) | 0;
  const at = member >>> WORD_BITS;
  words[at] = (words[at] as number) | ((endOf(gap) << (member & PLACE)) & (others[at] as number));
  return member;
}

/** 1 at the end of a distance, without a branch, which the processor could not predict. */
const endOf = (gap: number): number => (gap - CONTINUED) >>> PLACE;

/** @param members ascending */
function gapsOf(members: Int32Array): Uint8Array {
  let length = 0;
  let last = -1;
  for (const member of members) {
    length += 1 + Math.floor((member - last) / CONTINUED);
    last = member;
  }
  const gaps = new Uint8Array(Math.ceil(length / AT_ONCE) * AT_ONCE);
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
