import { readFileSync } from 'node:fs';
import { searchedWords, singularOf } from './words.ts';

/** Longer terms are not recognised. */
const MAX_TERM_WORDS = 3;

/** A word or a few, such as `cell phone`. */
export type Term = readonly string[];

/** What is known about a term. */
export interface LexiconEntry {
  /** Synonyms. */
  readonly equal: readonly Term[];
  /** Narrower terms: 'footwear' finds shoes, but 'shoes' does not find all footwear. */
  readonly narrower: readonly Term[];
  /** Whether it is a kind of product, to be searched for in names. */
  readonly isProduct: boolean;
}

/** A line of a list of synonyms. */
export interface SynonymRule {
  readonly terms: readonly string[];
  /** Terms that `terms` also match, but not the other way round; empty: `terms` match each other. */
  readonly finds: readonly string[];
}

interface MutableEntry {
  equal: Term[];
  narrower: Term[];
  isProduct: boolean;
}

const keyOf = (words: Term): string => words.map(singularOf).join(' ');

/** @returns undefined unless the text is a term of one to three words. */
export function termOf(text: string): Term | undefined {
  const words = searchedWords(text);
  return words.length > 0 && words.length <= MAX_TERM_WORDS ? words : undefined;
}

/** The same for the singular and the plural of a term; empty for a text that is not a term. */
export const termKey = (text: string): string => keyOf(termOf(text) ?? []);

/** Synonyms by the singulars of their words. */
export class Lexicon {
  readonly #entries = new Map<string, MutableEntry>();

  /** How many terms have an entry. */
  get size(): number {
    return this.#entries.size;
  }

  add({ terms, finds }: SynonymRule, isProduct: boolean): void {
    const sources = terms.flatMap((term) => [termOf(term) ?? []]).filter((term) => term.length > 0);
    const targets = finds.flatMap((term) => [termOf(term) ?? []]).filter((term) => term.length > 0);
    for (const source of sources) {
      const entry = this.#entryOf(source, isProduct);
      const others = finds.length > 0 ? targets : sources;
      const list = finds.length > 0 ? entry.narrower : entry.equal;
      for (const other of others) if (keyOf(other) !== keyOf(source)) list.push(other);
    }
    for (const target of targets) this.#entryOf(target, isProduct);
  }

  entry(words: Term): LexiconEntry | undefined {
    return this.#entries.get(keyOf(words));
  }

  /** The longest term at a position of a text, and its number of words. */
  longestAt(
    words: readonly string[],
    start: number,
  ): { readonly entry: LexiconEntry; readonly length: number } | undefined {
    for (let length = Math.min(MAX_TERM_WORDS, words.length - start); length > 0; length -= 1) {
      const entry = this.entry(words.slice(start, start + length));
      if (entry) return { entry, length };
    }
    return undefined;
  }

  /** All words of its terms, for spelling correction. */
  words(): Set<string> {
    const terms = [...this.#entries.values()].flatMap(({ equal, narrower }) => [...equal, ...narrower]);
    return new Set(terms.flat());
  }

  #entryOf(term: Term, isProduct: boolean): MutableEntry {
    const key = keyOf(term);
    const known = this.#entries.get(key);
    if (known) {
      known.isProduct ||= isProduct;
      return known;
    }
    const entry = { equal: [], narrower: [], isProduct };
    this.#entries.set(key, entry);
    return entry;
  }
}

const termsOf = (text: string): string[] => text.split(',').map((term) => term.trim());

/** Parses a line of a list: `a, b` or `a > b, c`. */
export function parseSynonymRule(line: string): SynonymRule {
  const [terms = '', finds] = line.split('>');
  return { terms: termsOf(terms), finds: finds === undefined ? [] : termsOf(finds) };
}

/** The built-in synonyms, and the merchant's own. */
export function createLexicon(own: readonly SynonymRule[] = []): Lexicon {
  const lexicon = new Lexicon();
  let isProduct = false;
  for (const line of defaultLines()) {
    if (line.startsWith('[')) isProduct = line === '[products]';
    else if (line.startsWith('='))
      for (const term of termsOf(line.slice(1))) lexicon.add({ terms: [term], finds: [] }, isProduct);
    else lexicon.add(parseSynonymRule(line), isProduct);
  }
  for (const rule of own) lexicon.add(rule, false);
  return lexicon;
}

function defaultLines(): string[] {
  return readFileSync(new URL('default-synonyms.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
