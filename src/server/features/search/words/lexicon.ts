import { readFileSync } from 'node:fs';
import { ARTICLES } from './filler-words.ts';
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
  /** Those of both that the merchant has added: they count wherever they are in a name. */
  readonly own: ReadonlySet<Term>;
  /** Whether it is a kind of product, to be searched for in names. */
  readonly isProduct: boolean;
  /** Has no synonyms. */
  readonly isWhole: boolean;
}

/** A kind of product without synonyms. */
export const WHOLE_KIND: LexiconEntry = {
  equal: [],
  narrower: [],
  own: new Set(),
  isProduct: true,
  isWhole: true,
};

/** A line of a list of synonyms. */
export interface SynonymRule {
  readonly terms: readonly string[];
  /** Terms that `terms` also match, but not the other way round; empty: `terms` match each other. */
  readonly finds: readonly string[];
}

interface MutableEntry {
  equal: Term[];
  narrower: Term[];
  own: Set<Term>;
  isProduct: boolean;
  isWhole: boolean;
}

const keyOf = (words: Term): string => words.map(singularOf).join(' ');

/** @returns undefined unless the text is a term of one to three words, articles aside. */
export function termOf(text: string): Term | undefined {
  const all = searchedWords(text);
  const telling = all.filter((word) => !ARTICLES.has(word));
  const words = telling.length > 0 ? telling : all;
  return words.length > 0 && words.length <= MAX_TERM_WORDS ? words : undefined;
}

/** The same for the singular and the plural of a term; empty for a text that is not a term. */
export const termKey = (text: string): string => keyOf(termOf(text) ?? []);

/** Synonyms by the singulars of their words. */
export class Lexicon {
  readonly #entries = new Map<string, MutableEntry>();
  /** Kinds without synonyms, which share an entry. */
  readonly #kinds = new Set<string>();
  /** The first words of terms of several words. */
  readonly #beginnings = new Set<string>();

  /** How many terms have an entry. */
  get size(): number {
    return this.#entries.size + this.#kinds.size;
  }

  /** Adds kinds of products without synonyms. */
  addKinds(terms: readonly string[]): void {
    for (const term of terms.flatMap((text) => [termOf(text) ?? []])) {
      const key = this.#keyOfNew(term);
      const known = this.#entries.get(key);
      if (known) known.isProduct = true;
      else this.#kinds.add(key);
    }
  }

  add({ terms, finds }: SynonymRule, isProduct: boolean, isOwn = false): void {
    const sources = terms.flatMap((term) => [termOf(term) ?? []]).filter((term) => term.length > 0);
    const targets = finds.flatMap((term) => [termOf(term) ?? []]).filter((term) => term.length > 0);
    for (const source of sources) {
      const entry = this.#entryOf(source, isProduct);
      const others = finds.length > 0 ? targets : sources;
      const list = finds.length > 0 ? entry.narrower : entry.equal;
      for (const other of others) {
        if (keyOf(other) === keyOf(source)) continue;
        list.push(other);
        if (isOwn) entry.own.add(other);
      }
    }
    for (const target of targets) this.#entryOf(target, isProduct);
  }

  entry(words: Term): LexiconEntry | undefined {
    return this.#entryAt(keyOf(words));
  }

  #entryAt(key: string): LexiconEntry | undefined {
    return this.#entries.get(key) ?? (this.#kinds.has(key) ? WHOLE_KIND : undefined);
  }

  /**
   * Whether each word of a term may be searched for, if the term is found nowhere. Of a kind of product only if its last word
   * names the kind above it: a messenger bag is a bag, a sleeping bag is not.
   */
  isDivisible(words: Term, { equal, isProduct }: LexiconEntry): boolean {
    if (!isProduct) return true;
    const above = this.entry(words.slice(-1));
    const same = new Set([words, ...equal].map(keyOf));
    return above?.narrower.some((term) => same.has(keyOf(term))) ?? false;
  }

  /** The longest term at a position of a text, and its number of words. @param singulars the words of the text */
  longestAt(
    singulars: readonly string[],
    start: number,
  ): { readonly entry: LexiconEntry; readonly length: number } | undefined {
    const first = singulars[start] ?? '';
    if (this.#beginnings.has(first)) {
      for (let length = Math.min(MAX_TERM_WORDS, singulars.length - start); length > 1; length -= 1) {
        const entry = this.#entryAt(singulars.slice(start, start + length).join(' '));
        if (entry) return { entry, length };
      }
    }
    const entry = this.#entryAt(first);
    return entry && { entry, length: 1 };
  }

  /** All words of its terms, for spelling correction. */
  words(): Set<string> {
    const terms = [...this.#entries.values()].flatMap(({ equal, narrower }) => [...equal, ...narrower]);
    return new Set([...terms.flat(), ...[...this.#kinds].flatMap((kind) => kind.split(' '))]);
  }

  #keyOfNew(term: Term): string {
    const singulars = term.map(singularOf);
    if (singulars.length > 1) this.#beginnings.add(singulars[0] ?? '');
    return singulars.join(' ');
  }

  #entryOf(term: Term, isProduct: boolean): MutableEntry {
    const key = this.#keyOfNew(term);
    const known = this.#entries.get(key);
    if (known) {
      known.isProduct ||= isProduct;
      return known;
    }
    const isKind = this.#kinds.delete(key);
    const entry = { equal: [], narrower: [], own: new Set<Term>(), isProduct: isProduct || isKind, isWhole: false };
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
    else if (line.startsWith('=')) lexicon.addKinds(termsOf(line.slice(1)));
    else lexicon.add(parseSynonymRule(line), isProduct);
  }
  for (const rule of own) lexicon.add(rule, false, true);
  return lexicon;
}

function defaultLines(): string[] {
  return readFileSync(new URL('default-synonyms.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
