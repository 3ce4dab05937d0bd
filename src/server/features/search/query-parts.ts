import type { ReadFilter } from '#domain/search/search-intent.ts';
import { MAX_GROUPS } from './group.ts';
import { Lexicon } from './lexicon.ts';
import { type PlannedTerm, planTerms } from './query-plan.ts';
import { beginAlike, Spelling } from './spelling.ts';
import type { TermGroup, TermGroups } from './term-groups.ts';
import { searchedWords } from './words.ts';

/** What is looked for: words, and filters that only the text index knows about. */
export interface TextQuery {
  readonly text: string;
  readonly filters: readonly ReadFilter[];
}

/** A part of a search that is matched or dropped as a whole. */
export interface QueryPart extends TermGroup {
  readonly label: string;
  readonly isOptional: boolean;
  readonly isHead: boolean;
  readonly isFilter: boolean;
  readonly isProduct: boolean;
}

/** A search text as the index can match it. Outdated as soon as a text of the index changes. */
export interface QueryParts {
  readonly parts: readonly QueryPart[];
  /** Number of different words in the text. */
  readonly wordCount: number;
  /** The corrected search text, when a word occurs nowhere; null: unchanged. */
  readonly corrected: string | null;
}

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

  read({ text, filters }: TextQuery): QueryParts {
    const words = searchedWords(text);
    const corrections = new Map<string, string>();
    const parts = planTerms(words, this.#lexicon, this.#terms.areJoined).flatMap((term) =>
      this.#partsOf(term, corrections),
    );
    for (const filter of filters) parts.push(this.#filterPart(filter));
    return {
      parts: parts.slice(0, MAX_GROUPS),
      wordCount: new Set(words).size,
      corrected: corrections.size === 0 ? null : words.map((word) => corrections.get(word) ?? word).join(' '),
    };
  }

  /** A term as it can be matched; a term of several words that is found nowhere is taken apart. */
  #partsOf(term: PlannedTerm, corrections: Map<string, string>): QueryPart[] {
    const found = this.#terms.termGroup(term);
    const isProduct = term.entry?.isProduct ?? false;
    const part = { label: term.words.join(' '), isOptional: term.isOptional, isHead: term.isHead, isProduct };
    if (found.isFound || term.isOptional) return [{ ...found, ...part, isFilter: false }];
    const isKind = this.#lexicon.entry(term.words.slice(-1))?.isProduct ?? false;
    if (term.words.length > 1 && (!isProduct || isKind))
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
    return [{ ...respelt, ...part, label: correct, isProduct: entry?.isProduct ?? false, isFilter: false }];
  }

  #filterPart(filter: ReadFilter): QueryPart {
    const found = this.#terms.filterGroup(filter);
    return { ...found, label: filter.label, isOptional: false, isHead: false, isProduct: false, isFilter: true };
  }

  /** The nearest word of the catalogue, else the nearest that the lexicon knows other words for. */
  #correct(word: string): string | undefined {
    const correct = this.#terms.correctionOf(word) ?? this.#terms.correctionOf(`${word}s`);
    if (correct !== undefined) return correct;
    this.#lexiconSpelling ??= new LexiconSpelling(this.#lexicon);
    const known = this.#lexiconSpelling.closestTo(word);
    if (known === undefined) return undefined;
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
