import type { ReadFilter } from '#domain/search/search-intent.ts';
import { editDistance } from '../words/edit-distance.ts';
import { GIFTS } from '../words/filler-words.ts';
import { Lexicon } from '../words/lexicon.ts';
import { type PlannedTerm, planTerms } from '../words/query-plan.ts';
import { beginAlike, Spelling } from '../words/spelling.ts';
import { type SearchedPart, withoutObject } from '../words/topic.ts';
import { searchedWords } from '../words/words.ts';
import { alternativesGroup, MAX_GROUPS } from './group.ts';
import type { TermGroup, TermGroups } from './term-groups.ts';

/** What is looked for: words, and filters that only the text index knows about. */
export interface TextQuery {
  readonly text: string;
  readonly filters: readonly ReadFilter[];
  /** Whether conditions such as a price narrow the result: then a kind of product is not only mentioned somewhere. */
  readonly isNarrowed?: boolean;
}

/** A part of a search that is matched or dropped as a whole. */
export interface QueryPart extends TermGroup, SearchedPart {
  readonly label: string;
  readonly isGift: boolean;
  /** The lexicon knows it. */
  readonly isKnown: boolean;
}

/** A search text as the index can match it. Outdated as soon as a text of the index changes. */
export interface QueryParts {
  readonly parts: readonly QueryPart[];
  /** Number of different words in the text. */
  readonly wordCount: number;
  /** The corrected search text, when a word occurs nowhere; null: unchanged. */
  readonly corrected: string | null;
  readonly isNarrowed: boolean;
}

const NOT_FOUND: TermGroup = { group: alternativesGroup([]), isFound: false, isNaming: false, isAbout: false };
/** Words that a stemming rule may take for forms of a verb. */
const PERSON_OR_THING = /[^aeiou](?:er|or)s?$/;
/** A shorter word is similar to many others. */
const SHORTEST_FOR_LEXICON = 5;
const distanceOf = (typed: string, word: string): number => editDistance(typed, word, 3);

/** Splits search texts into parts, corrects their spelling and looks them up. */
export class QueryReader {
  readonly #terms: TermGroups;
  #lexicon = new Lexicon();
  #lexiconSpelling: LexiconSpelling | undefined;

  constructor(terms: TermGroups) {
    this.#terms = terms;
  }

  get lexicon(): Lexicon {
    return this.#lexicon;
  }

  setLexicon(lexicon: Lexicon): void {
    this.#lexicon = lexicon;
    this.#lexiconSpelling = undefined;
  }

  read({ text, filters, isNarrowed = false }: TextQuery): QueryParts {
    const words = searchedWords(text);
    const corrections = new Map<string, string>();
    const parts = planTerms(words, this.#lexicon, this.#terms.areJoined).flatMap((term) =>
      this.#partsOf(term, corrections),
    );
    for (const filter of filters) parts.push(this.#filterPart(filter));
    return {
      isNarrowed,
      parts: withoutObject(words[0], parts).slice(0, MAX_GROUPS),
      wordCount: new Set(words).size,
      corrected: corrections.size === 0 ? null : words.map((word) => corrections.get(word) ?? word).join(' '),
    };
  }

  /** A term as it can be matched; a term of several words that is found nowhere is taken apart. */
  #partsOf(term: PlannedTerm, corrections: Map<string, string>): QueryPart[] {
    const found = this.#isMisspeltForm(term) ? NOT_FOUND : this.#terms.termGroup(term);
    const isProduct = term.entry?.isProduct ?? false;
    const isTopic = term.entry !== undefined && !isProduct && found.isAbout;
    const label = term.words.join(' ');
    const { isOptional, isHead } = term;
    const part = {
      label,
      isOptional,
      isHead,
      isProduct,
      isTopic,
      isGift: GIFTS.has(label),
      isKnown: term.entry !== undefined,
    };
    if (found.isFound || term.isOptional) return [{ ...found, ...part, isFilter: false }];
    if (term.words.length > 1 && (!term.entry || this.#lexicon.isDivisible(term.words, term.entry)))
      return term.words.flatMap((word, index) =>
        this.#partsOf(
          {
            ...term,
            words: [word],
            entry: this.#lexicon.entry([word]),
            isHead: term.isHead && index === term.words.length - 1,
          },
          corrections,
        ),
      );
    const [word = ''] = term.words;
    const correct = term.words.length > 1 || term.entry ? undefined : this.#correct(word);
    if (correct === undefined) return [{ ...found, ...part, isFilter: false }];
    corrections.set(word, correct);
    const entry = this.#lexicon.entry([correct]);
    const respelt = this.#terms.termGroup({ ...term, words: [correct], entry, isLast: false });
    const isKindMeant = entry?.isProduct ?? false;
    const meant = {
      label: correct,
      isProduct: isKindMeant,
      isTopic: entry !== undefined && !isKindMeant && respelt.isAbout,
    };
    return [{ ...respelt, ...part, ...meant, isFilter: false }];
  }

  #filterPart(filter: ReadFilter): QueryPart {
    const found = this.#terms.filterGroup(filter);
    const role = {
      isOptional: false,
      isHead: false,
      isProduct: false,
      isTopic: false,
      isGift: false,
      isKnown: false,
      isFilter: true,
    };
    return { ...found, label: filter.label, ...role };
  }

  /** 'Projecter' has the stem of 'project', but is one letter from 'projector'. */
  #isMisspeltForm({ words, entry }: PlannedTerm): boolean {
    const [word = ''] = words;
    if (words.length > 1 || entry || !PERSON_OR_THING.test(word) || this.#terms.isKnown(word)) return false;
    const correct = this.#terms.correctionOf(word);
    return correct !== undefined && editDistance(word, correct, 1) === 1;
  }

  /** The nearest word of the catalogue or, if it is nearer, one that the lexicon knows. */
  #correct(word: string): string | undefined {
    const own = this.#terms.correctionOf(word) ?? (word.length > 3 ? this.#terms.correctionOf(`${word}s`) : undefined);
    if (own !== undefined && distanceOf(word, own) < 2) return own;
    this.#lexiconSpelling ??= new LexiconSpelling(this.#lexicon);
    const known = word.length < SHORTEST_FOR_LEXICON ? undefined : this.#lexiconSpelling.closestTo(word);
    if (own !== undefined && (known === undefined || distanceOf(word, own) <= distanceOf(word, known))) return own;
    if (known === undefined) return undefined;
    // A kind that is not sold, rather than another word that is less like it.
    if (own !== undefined) return known;
    const entry = this.#lexicon.entry([known]);
    const term = { words: [known], entry, isOptional: false, isHead: false, isLast: false };
    return this.#terms.termGroup(term).isFound ? known : undefined;
  }
}

/** Corrects spelling by the words of a lexicon. */
class LexiconSpelling {
  readonly #words: readonly string[];
  readonly #spelling = new Spelling();

  constructor(lexicon: Lexicon) {
    this.#words = [...lexicon.words()].sort();
    for (const word of this.#words) this.#spelling.add(word);
  }

  closestTo(word: string): string | undefined {
    const number = this.#spelling.closestTo(word, {
      wordOf: (candidate) => this.#words[candidate] ?? '',
      isLikely: beginAlike,
      frequencyOf: () => 1,
    });
    return number === undefined ? undefined : this.#words[number];
  }
}
