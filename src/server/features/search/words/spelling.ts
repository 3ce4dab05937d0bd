import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { countBits } from '#server/platform/number-sets/count-bits.ts';
import { editDistance } from './edit-distance.ts';

const SHORTEST = 4;
const SHORTEST_FOR_TWO = 8;
const LETTERS_ONLY = /^\p{L}+$/u;

/** Maximum edits of a word: none for a short one, where an edit makes a different word. */
function allowedEdits(word: string): number {
  if (word.length < SHORTEST || !LETTERS_ONLY.test(word)) return 0;
  return word.length < SHORTEST_FOR_TWO ? 1 : 2;
}

/** From this length on, wrong vowels are corrected: 'sandles' to 'sandals'. */
const SHORTEST_FOR_VOWELS = 6;

/** A word without its vowels and repetitions: what is left of it in most misspellings. */
const skeletonOf = (word: string): string =>
  word.charAt(0) +
  word
    .slice(1)
    .replace(/[aeiouy]/g, '')
    .replace(/(.)\1+/g, '$1');

/** Whether only their order or the first letter differs. */
const haveSameLetters = (a: string, b: string): boolean => lettersOf(a) === lettersOf(b) || a.slice(1) === b.slice(1);

/** The bits of all letters but vowels. */
const CONSONANTS = ~lettersOf('aeiouy');

/** One bit per letter; non-Latin letters share bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i += 1) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

const SOUNDS = ['ckqsxz', 'gj', 'fpv', 'iye', 'vw'] as const;

/**
 * People mistake the first letter for one that sounds like it, or for the second. A word with quite another first letter
 * is mostly another word: 'couch' and 'touch'.
 */
export function beginAlike(typed: string, word: string): boolean {
  const [a, b] = [typed.charAt(0), word.charAt(0)];
  return (
    a === b || a === word.charAt(1) || typed.charAt(1) === b || SOUNDS.some((one) => one.includes(a) && one.includes(b))
  );
}

/** The words that a correction chooses from. */
export interface Candidates {
  readonly wordOf: (number: number) => string;
  /** Whether somebody may have typed the one for the other; asked before their distance is computed. */
  readonly isLikely: (typed: string, word: string) => boolean;
  /** How many texts currently contain the word. */
  readonly frequencyOf: (number: number) => number;
}

/**
 * Finds the intended word. One edit changes a word's letter set by at most two, so comparing the sets avoids nearly all
 * distance computations: a hundred thousand words take well under a millisecond.
 */
export class Spelling {
  #letters = new Int32Array(1024);
  #lengths = new Uint8Array(1024);
  #count = 0;

  /** @param word the next word of the vocabulary, in the order of its numbers. */
  add(word: string): void {
    if (this.#count === this.#letters.length) this.#makeRoom(this.#count * 2);
    this.#letters[this.#count] = lettersOf(word);
    // Zero is never close to the length of a correctable word.
    this.#lengths[this.#count] = word.length >= SHORTEST - 1 && LETTERS_ONLY.test(word) ? word.length : 0;
    this.#count += 1;
  }

  /** @returns the number of the nearest word in use; ties: wrong vowels only, most frequent, then alphabetical. */
  closestTo(word: string, { wordOf, isLikely, frequencyOf }: Candidates): number | undefined {
    const limit = allowedEdits(word);
    if (limit === 0) return undefined;
    const most = word.length >= SHORTEST_FOR_VOWELS ? 2 : limit;
    const letters = lettersOf(word);
    const skeleton = skeletonOf(word);
    let best: { number: number; distance: number; isAlike: boolean; frequency: number } | undefined;
    for (let number = 0; number < this.#count; number += 1) {
      const longer = Math.abs((this.#lengths[number] as number) - word.length);
      if (longer > most) continue;
      const different = (this.#letters[number] as number) ^ letters;
      const mayBeAlike = (different & CONSONANTS) === 0;
      if (!mayBeAlike && (longer > limit || countBits(different) > 2 * limit)) continue;
      const candidate = wordOf(number);
      if (!isLikely(word, candidate)) continue;
      const isAlike = mayBeAlike && skeletonOf(candidate) === skeleton;
      // In a short word, another consonant makes another word: 'wife' and 'wide'.
      if (!isAlike && word.length === SHORTEST && candidate.length === SHORTEST && !haveSameLetters(word, candidate))
        continue;
      const allowed = Math.min(best?.distance ?? most, isAlike ? most : limit);
      const distance = editDistance(word, candidate, allowed);
      if (distance > allowed) continue;
      const frequency = frequencyOf(number);
      if (frequency === 0) continue;
      const isBetter =
        !best ||
        distance < best.distance ||
        (isAlike && !best.isAlike) ||
        (isAlike === best.isAlike &&
          (frequency > best.frequency || (frequency === best.frequency && candidate < wordOf(best.number))));
      if (isBetter) best = { number, distance, isAlike, frequency };
    }
    return best?.number;
  }

  save(to: SnapshotWriter): void {
    to.numbers(this.#letters.subarray(0, this.#count));
    to.numbers(this.#lengths.subarray(0, this.#count));
  }

  load(from: SnapshotReader): void {
    this.#letters = from.numbers(Int32Array);
    this.#lengths = from.numbers(Uint8Array);
    this.#count = this.#letters.length;
  }

  #makeRoom(size: number): void {
    const letters = new Int32Array(size);
    letters.set(this.#letters);
    this.#letters = letters;
    const lengths = new Uint8Array(size);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }
}
