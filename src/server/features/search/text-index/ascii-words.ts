import { MAX_WORD_LENGTH } from '../words/words.ts';

const ASCII_ONLY = /^[\0-\x7f]*$/;
const APOSTROPHE = 0x27;
const FIRST_LETTER = 0x61;
const LAST_LETTER = 0x7a;
const NO_LETTER = 0;
/** By character code: the letter in lower case, or the digit, that a word may contain. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : NO_LETTER;
});
/** Of the FNV-1a hash. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

const isLetter = (code: number): boolean => {
  const letter = LETTERS[code] ?? NO_LETTER;
  return letter >= FIRST_LETTER && letter <= LAST_LETTER;
};

/**
 * Reads the words of ASCII texts one by one, the same as `indexedWords` without its compounds, but without a string for each:
 * most of the CPU time of loading a catalogue was spent on looking these strings up.
 */
export class AsciiWords {
  /** Of the current word. */
  readonly letters = new Uint8Array(MAX_WORD_LENGTH);
  length = 0;
  hash = 0;
  #text = '';
  #at = 0;

  /** @returns false if the text contains other characters: then it cannot be read. */
  open(text: string): boolean {
    if (!ASCII_ONLY.test(text)) return false;
    this.#text = text;
    this.#at = 0;
    return true;
  }

  /** @returns false at the end of the text. */
  next(): boolean {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length && LETTERS[text.charCodeAt(at)] === NO_LETTER) at += 1;
    let length = 0;
    let hash = HASH_START;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const letter = LETTERS[code] as number;
      if (letter === NO_LETTER) {
        if (code === APOSTROPHE && isLetter(text.charCodeAt(at + 1))) continue;
        break;
      }
      if (length === MAX_WORD_LENGTH) continue;
      this.letters[length] = letter;
      length += 1;
      hash = Math.imul(hash ^ letter, HASH_FACTOR);
    }
    this.#at = at;
    this.length = length;
    this.hash = hash;
    return length > 0;
  }

  /** The current word. */
  word(): string {
    return String.fromCharCode(...this.letters.subarray(0, this.length));
  }

  /** Whether the letters of the current word are at this place; both must have the same length. */
  isAt(letters: Uint8Array, start: number): boolean {
    for (let i = 0; i < this.length; i += 1) if (letters[start + i] !== this.letters[i]) return false;
    return true;
  }
}
