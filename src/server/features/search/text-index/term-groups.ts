import type { ReadFilter } from '#domain/search/search-intent.ts';
import type { LexiconEntry, Term } from '../words/lexicon.ts';
import type { PlannedTerm } from '../words/query-plan.ts';
import { beginAlike, type Spelling } from '../words/spelling.ts';
import { isUnspaced, searchedWords } from '../words/words.ts';
import { alternativesGroup, FULL_SCALE, type Group, NO_WORDS, type Phrase, type RelatedWord } from './group.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { Matcher } from './matcher.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A single letter would begin a tenth of all words. */
const SHORTEST_BEGINNING = 2;

/** Where a product says what it is: its name, brand, tags and category. Synonyms are looked for only there. */
const NAMING = 32;
/** The short description as well. */
const PRESENTING = 16;

const SEVERAL = 3;

const SCALE_OF_EQUAL = FULL_SCALE - 3;
const SCALE_OF_NARROWER = FULL_SCALE - 6;
/** Parts of a word that was typed as one need this many letters each. */
const SHORTEST_PART = 3;
/** The first part, if it only describes products. */
const SHORTEST_DESCRIBING = 4;

/** What stands before the key of something that no text holds as a word, such as a colour. */
export const KEY_SIGN = '=';

/** A term of a search as the index can match it. */
export interface TermGroup {
  readonly group: Group;
  /** Where it is found at all. */
  readonly isFound: boolean;
  /** It is found where products say what they are. */
  readonly isNaming: boolean;
  /** The same, without names that only mention it: 'The Winter Orchard' is no thing for the winter. */
  readonly isAbout: boolean;
  /** A kind, also where it describes another thing in a name: 'desk' in 'Desk Lamp'; or the short beginning of a word. */
  readonly inNames?: Group;
}

interface Sources {
  readonly vocabulary: Vocabulary;
  readonly index: InvertedIndex;
  readonly matcher: Matcher;
  readonly spelling: Spelling;
}

/** Most texts have a word that begins with so few letters, so these count as a beginning only in names. */
const SHORT_BEGINNING = 3;

/** Size of the cache of corrections; it is cleared when it is full. */
const MAX_CORRECTIONS = 1_000;

const NOT_FOUND: TermGroup = { group: alternativesGroup([]), isFound: false, isNaming: false, isAbout: false };
const ANYWHERE = { minImpact: 0, onlyThings: false };
const NO_ALTERNATIVES: Alternatives = { related: [], phrases: [] };

/** Turns the terms of a search into groups of words of the catalogue. */
export class TermGroups {
  readonly #vocabulary: Vocabulary;
  readonly #index: InvertedIndex;
  readonly #matcher: Matcher;
  readonly #spelling: Spelling;
  /** Synonyms that the texts contain, by entry of the lexicon: looking them up takes longer than most searches. */
  readonly #alternatives = new Map<LexiconEntry, Alternatives>();
  /** Corrections of words: looking for one reads the whole vocabulary. */
  readonly #corrections = new Map<string, string | undefined>();

  constructor({ vocabulary, index, matcher, spelling }: Sources) {
    this.#vocabulary = vocabulary;
    this.#index = index;
    this.#matcher = matcher;
    this.#spelling = spelling;
  }

  /** Call it after texts or the lexicon have changed. */
  reset(): void {
    this.#alternatives.clear();
    this.#corrections.clear();
  }

  /** A word with its forms, and as a beginning where it may be unfinished. */
  groupOf(word: string, isLast: boolean, shortestBeginning = SHORTEST_BEGINNING): Group {
    const isBeginning = (isLast && word.length >= shortestBeginning) || (isUnspaced(word) && [...word].length === 1);
    return {
      exact: this.#vocabulary.numberOf(word),
      forms: this.#vocabulary.formsOf(word),
      beginnings: isBeginning ? this.#vocabulary.beginningWith(word) : NO_WORDS,
    };
  }

  isUsed({ forms, beginnings, onlyThings }: Group, minImpact = 0): boolean {
    const isUsed = (word: number): boolean => this.#index.isUsedWith(word, minImpact, onlyThings);
    return forms.some(isUsed) || beginnings.some(isUsed);
  }

  /** Whether two neighbouring words of a search are one word of the names, as in 'head phones'. */
  readonly areJoined = (first: string, second: string): boolean =>
    first.length + second.length > SHORTEST_PART + 1 && this.#isNamed(first + second);

  termGroup({ words, entry, isHead, isLast }: PlannedTerm): TermGroup {
    const alternatives = this.#alternativesOf(entry);
    const [word = ''] = words;
    if (words.length > 1) return this.#phraseGroup(words, alternatives, entry);
    // A kind of product is no beginning of another one: 'kettle' and 'kettlebell'.
    const own = {
      ...this.groupOf(word, isLast && !entry?.isProduct),
      onlyThings: isHead && entry?.isProduct === true,
    };
    const isOwn = entry?.isProduct ? this.#isKindSold(own) : this.isUsed(own);
    const parts = isOwn || entry?.isProduct ? [] : this.#partsOf(word);
    const phrases = [...alternatives.phrases, ...parts];
    const isShort = isLast && word.length <= SHORT_BEGINNING;
    const kind = (entry?.isProduct && (isHead || !isOwn)) || isShort ? { inNames: this.groupOf(word, isLast, 1) } : {};
    if (!isOwn && alternatives.related.length === 0 && phrases.length === 0) return { ...NOT_FOUND, ...kind };
    const hasOthers = alternatives.related.length > 0 || phrases.length > 0;
    return {
      group: { ...own, related: alternatives.related, phrases },
      ...kind,
      isFound: true,
      isNaming: hasOthers || this.isUsed(own, NAMING),
      isAbout: hasOthers || this.isUsed({ ...own, onlyThings: true }, NAMING),
    };
  }

  /** What a filter of the text finds where it is no condition of its own: sizes, measures and colours. */
  filterGroup({ kind, keys, label }: ReadFilter): TermGroup {
    const related = keys.flatMap((key, place) =>
      this.#relatedWord(`${KEY_SIGN}${key}`, { scale: place === 0 ? FULL_SCALE : SCALE_OF_EQUAL, ...ANYWHERE }),
    );
    const words = kind === 'size' ? [] : searchedWords(label);
    const groups = words.map((word) => this.groupOf(word, false));
    const isLiteral =
      groups.length > 0 && groups.every((group) => this.isUsed(group, kind === 'colour' ? PRESENTING : 0));
    const minImpact = kind === 'colour' ? PRESENTING : 0;
    const literal = groups.map((group) => ({ ...group, minImpact }));
    const phrases: Phrase[] = isLiteral ? [{ groups: literal, scale: FULL_SCALE }] : [];
    if (related.length === 0 && phrases.length === 0) return NOT_FOUND;
    return { group: alternativesGroup(phrases, related), isFound: true, isNaming: false, isAbout: false };
  }

  /** Whether a text has exactly this word. */
  isKnown(word: string): boolean {
    return this.#vocabulary.numberOf(word) !== undefined;
  }

  /** The word that somebody meant: only words of names and of the lexicon count, which have been spelt with care. */
  correctionOf(word: string): string | undefined {
    if (this.#corrections.has(word)) return this.#corrections.get(word);
    const correct = this.#findCorrection(word);
    if (this.#corrections.size >= MAX_CORRECTIONS) this.#corrections.clear();
    this.#corrections.set(word, correct);
    return correct;
  }

  #findCorrection(word: string): string | undefined {
    const number = this.#spelling.closestTo(word, {
      wordOf: (candidate) => this.#vocabulary.word(candidate),
      isLikely: beginAlike,
      frequencyOf: (candidate) => (this.#index.isUsedWith(candidate, NAMING) ? this.#index.frequencyOf(candidate) : 0),
    });
    return number === undefined ? undefined : this.#vocabulary.word(number);
  }

  /** Only where products are named. */
  namingGroup({ group }: TermGroup): Group {
    return { ...group, minImpact: Math.max(NAMING, group.minImpact ?? 0) };
  }

  /** The same, without names that only mention it. */
  topicGroup(term: TermGroup): Group {
    return { ...this.namingGroup(term), onlyThings: true };
  }

  /** How many entries its words have: the fewer, the more it tells. */
  sizeOf(group: Group): number {
    return this.#index.sizeOf(group, false);
  }

  /** A term of several words: all of them together, as one word, or a synonym. */
  #phraseGroup(words: Term, { related, phrases }: Alternatives, entry: LexiconEntry | undefined): TermGroup {
    const joined = this.#relatedWord(words.join(''), { scale: FULL_SCALE, ...ANYWHERE });
    const literal = this.#groupsOf(words, entry?.isProduct ? NAMING : PRESENTING, entry?.isWhole);
    const isLiteral = literal.every((group) => this.isUsed(group, group.minImpact));
    const allRelated = [...joined, ...related];
    const allPhrases = isLiteral ? [{ groups: literal, scale: FULL_SCALE }, ...phrases] : phrases;
    const group = alternativesGroup(allPhrases, allRelated);
    const isFound = allRelated.length > 0 || allPhrases.length > 0;
    return isFound && this.#matcher.hasAny(group) ? { group, isFound, isNaming: true, isAbout: true } : NOT_FOUND;
  }

  #alternativesOf(entry: LexiconEntry | undefined): Alternatives {
    if (!entry) return NO_ALTERNATIVES;
    const known = this.#alternatives.get(entry);
    if (known) return known;
    const parts = [
      ...entry.equal.map((term) => this.#alternative(term, SCALE_OF_EQUAL, !entry.own.has(term))),
      ...entry.narrower.map((term) => this.#alternative(term, SCALE_OF_NARROWER, !entry.own.has(term))),
    ];
    const found = {
      related: parts.flatMap(({ related }) => related),
      phrases: parts.flatMap(({ phrases }) => phrases),
    };
    this.#alternatives.set(entry, found);
    return found;
  }

  #alternative(term: Term, scale: number, onlyThings: boolean): Alternatives {
    const [word = ''] = term;
    const how = { scale, minImpact: NAMING, onlyThings };
    if (term.length === 1) return { related: this.#relatedWord(word, how), phrases: [] };
    const groups = this.#groupsOf(term, NAMING).map((group) => ({
      ...group,
      onlyThings: group.onlyThings && onlyThings,
    }));
    const isUsed = groups.every((group) => this.isUsed(group, group.minImpact));
    const joined = this.#relatedWord(term.join(''), how);
    return { related: joined, phrases: isUsed ? [{ groups, scale }] : [] };
  }

  /** Words that belong together: the last one says what it is, the others describe it. */
  #groupsOf(words: Term, minImpact: number, isWhole = false) {
    return words.map((word, place) => ({
      ...this.groupOf(word, false),
      minImpact: place < words.length - 1 && !isWhole ? PRESENTING : minImpact,
      onlyThings: place === words.length - 1 && minImpact === NAMING,
    }));
  }

  #relatedWord(word: string, how: Omit<RelatedWord, 'word'>): RelatedWord[] {
    return this.#vocabulary
      .formsOf(word)
      .filter((form) => this.#index.isUsedWith(form, how.minImpact, how.onlyThings))
      .map((form) => ({ word: form, ...how }));
  }

  /** Whether a kind of product is sold: products are named so, or several are described so in short. */
  #isKindSold(group: Group): boolean {
    if (this.isUsed(group, NAMING)) return true;
    const described = group.forms.reduce((sum, word) => sum + this.#index.countWith(word, PRESENTING, SEVERAL), 0);
    return described >= SEVERAL;
  }

  #isNamed(word: string, minImpact = NAMING): boolean {
    return this.#vocabulary.formsOf(word).some((form) => this.#index.isUsedWith(form, minImpact));
  }

  /** The ways to read one word as two words of names, as in 'fryingpan'. */
  #partsOf(word: string): Phrase[] {
    for (let end = word.length - SHORTEST_PART; end >= SHORTEST_PART; end -= 1) {
      const parts = [word.slice(0, end), word.slice(end)];
      const describing = end < SHORTEST_DESCRIBING ? NAMING : PRESENTING;
      if (!this.#isNamed(word.slice(0, end), describing) || !this.#isNamed(word.slice(end))) continue;
      const groups = this.#groupsOf(parts, NAMING);
      const phrase = { groups, scale: FULL_SCALE };
      if (this.#matcher.hasAny(alternativesGroup([phrase]))) return [phrase];
    }
    return [];
  }
}

interface Alternatives {
  readonly related: readonly RelatedWord[];
  readonly phrases: readonly Phrase[];
}
