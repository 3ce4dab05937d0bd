import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import { type Preference, type ReadFilter, readSearchIntent, type SearchIntent } from '#domain/search/search-intent.ts';
import { meaningfulWords, type QueryParts, type TextIndex } from '#server/features/search/index.ts';
import {
  isCondition,
  isFilterOnly,
  NO_INTENT,
  optionsMeantBy,
  understandingOf,
  withConditions,
} from '../../indexing/text-conditions.ts';
import type { SearchPins, SearchUnderstanding } from '../../search-engine.ts';
import { MAX_BOOST } from '../table/product-columns.ts';
import type { ProductTable } from '../table/product-table.ts';
import { SlotSet } from '../table/slot-set.ts';
import { isMetBy, isUnconditional } from './conditions.ts';
import { listConditions, type ResolvedFilter } from './list-conditions.ts';
import type { NeededMatches } from './needed-matches.ts';
import { selectAmong } from './select-products.ts';

/** More than any words score. */
const PINNED_SCORE = 2 ** 16 - 1;

/** Result of a search. The matches are overwritten by the next search. */
export interface TextSearch {
  readonly count: number;
  readonly owners: Int32Array;
  /** All matches, whether or not they meet the conditions of the filter; missing: these are the owners. */
  readonly all?: SlotSet;
  /** How many matches meet the conditions, if `owners` are those or the best of them. */
  readonly total?: number;
  /** Missing: all equal. */
  readonly scores: Uint16Array | undefined;
  /** The words that were looked for; undefined: none. */
  readonly words: QueryParts | undefined;
  /** The list's filter with the conditions from the text. */
  readonly filter: ResolvedFilter;
  readonly preference: Preference | undefined;
  readonly understood: SearchUnderstanding | undefined;
}

interface MatchedText extends Pick<TextSearch, 'count' | 'owners' | 'all' | 'total' | 'scores' | 'words'> {
  readonly dropped: readonly string[];
}

interface Matches {
  readonly count: number;
  readonly owners: Int32Array;
  readonly scores: Uint16Array;
}

const NO_MATCHES = { count: 0, owners: new Int32Array(0), scores: undefined } as const;

/** All of the given products match. */
export const withoutText = (owners: Int32Array, filter: ResolvedFilter): TextSearch => ({
  owners,
  count: owners.length,
  scores: undefined,
  words: undefined,
  filter,
  preference: undefined,
  understood: undefined,
});

/** Searches texts with the filters in them, and the merchant's pins. */
export class ProductTextSearch {
  readonly #table: ProductTable;
  readonly #text: TextIndex;
  /** Scratch memory. */
  readonly #all = new SlotSet();
  readonly #filtered = new SlotSet();

  constructor(table: ProductTable, text: TextIndex) {
    this.#table = table;
    this.#text = text;
  }

  /**
   * Undefined: neither a text nor products are given.
   * @param needed undefined: all matches with their scores. More than needed may be found.
   */
  search(filter: ResolvedFilter, needed?: NeededMatches): TextSearch | undefined {
    const { among, text } = filter;
    if (!among) return text === undefined ? undefined : this.#searchText(text, filter, needed);
    return withoutText(Int32Array.from(among.flatMap((id) => this.#table.slotOf(id) ?? [])), filter);
  }

  /** Ids of the categories with matches of any word of a search, most matches first. */
  categoriesNear(words: QueryParts): number[] {
    const { count, owners } = this.#text.searchAny(words);
    const { categories, columns } = this.#table;
    const counts = new Int32Array(categories.size);
    for (let i = 0; i < count; i += 1) {
      const category = columns.categories[owners[i] as number] as number;
      counts[category] = (counts[category] as number) + 1;
    }
    return [...counts.entries()]
      .filter(([, matches]) => matches > 0)
      .sort(([, a], [, b]) => b - a)
      .flatMap(([category]) => categories.thing(category)?.id ?? []);
  }

  /** Pinned products, and without hidden ones. */
  #applyPins({ count, owners: found, scores: foundScores }: Matches, { pinned, hidden }: SearchPins): Matches {
    const slots = (ids: readonly number[]): number[] => ids.flatMap((id) => this.#table.slotOf(id) ?? []);
    const first = slots(pinned);
    const removed = new Set([...slots(hidden), ...first]);
    const owners = new Int32Array(count + first.length);
    const scores = new Uint16Array(count + first.length);
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const slot = found[i] as number;
      if (removed.has(slot)) continue;
      owners[kept] = slot;
      scores[kept] = foundScores[i] as number;
      kept += 1;
    }
    for (const [place, slot] of first.entries()) {
      owners[kept] = slot;
      scores[kept] = PINNED_SCORE - place * MAX_BOOST;
      kept += 1;
    }
    return { count: kept, owners, scores };
  }

  /**
   * Searches a text with the filters in it. If nothing matches them, they are dropped and reported: more expensive
   * products are better than none.
   */
  #searchText(text: string, filter: ResolvedFilter, needed: NeededMatches | undefined): TextSearch {
    const intent = this.#intentOf(text);
    const { pins } = filter;
    const isPlain = intent.filters.length === 0 && intent.preference === undefined && !pins;
    const found = this.#matchText(intent, filter, isPlain ? needed : undefined);
    const matches =
      pins && found.scores ? { ...found, ...this.#applyPins({ ...found, scores: found.scores }, pins) } : found;
    const narrowed = withConditions(filter, intent);
    const conditions = intent.filters.filter(isCondition);
    const isTooNarrow = conditions.length > 0 && matches.count > 0 && !this.#hasAny(matches, narrowed);
    const { options = [] } = filter;
    const ofVariants = intent.filters.flatMap((one) =>
      matches.dropped.includes(one.label) ? [] : this.#optionsOf(one),
    );
    // Colour and size of one variant: otherwise a red dress in M could be red in S, and blue in M.
    const precise = { ...narrowed, options: [...options, ...ofVariants] };
    const isCombined = ofVariants.length + options.length + (narrowed.isInStock === undefined ? 0 : 1) > 1;
    const isPrecise = ofVariants.length > 0 && isCombined && !isTooNarrow && this.#hasAny(matches, precise);
    const dropped = [...matches.dropped, ...(isTooNarrow ? conditions.map(({ label }) => label) : [])];
    return {
      ...matches,
      filter: isTooNarrow ? filter : isPrecise ? precise : narrowed,
      preference: intent.preference,
      understood: understandingOf(text, intent, dropped, (one) => this.#optionsOf(one)),
    };
  }

  /** The condition on an option that a colour or size in a text stands for; none if no product has it. */
  #optionsOf(filter: ReadFilter): OptionCondition[] {
    const { variants } = this.#table.columns;
    return optionsMeantBy(filter, (option, isWanted) => variants.valuesWhere(option, isWanted));
  }

  /** A text that matches a product's name, such as 'The Big Sale', is not a filter. */
  #intentOf(text: string): SearchIntent {
    const intent = readSearchIntent(text);
    if (!intent.filters.some(isCondition)) return intent;
    const isName = this.#text.named.search(meaningfulWords(text)).count > 0;
    return isName ? { ...NO_INTENT, text } : intent;
  }

  /** @param needed undefined: all matches with their scores */
  #matchText(intent: SearchIntent, filter: ResolvedFilter, needed: NeededMatches | undefined): MatchedText {
    if (isFilterOnly(intent)) {
      const owners = this.#table.all.slots();
      return { count: owners.length, owners, scores: undefined, words: undefined, dropped: [] };
    }
    const filters = intent.filters.filter((one) => !isCondition(one));
    const words = this.#text.read({ text: intent.text, filters, isNarrowed: filters.length < intent.filters.length });
    const part = needed && this.#matchPart(words, filter, needed);
    return part ? { ...part, words, dropped: [] } : { ...this.#text.search(words), words };
  }

  /** Undefined: all matches and their scores have to be found. */
  #matchPart(
    words: QueryParts,
    filter: ResolvedFilter,
    needed: NeededMatches,
  ): Omit<MatchedText, 'words' | 'dropped'> | undefined {
    const all = this.#all.clear(this.#table.slotCount);
    if (needed.kind === 'all') return this.#text.select(words, all) ? { ...NO_MATCHES, all } : undefined;
    if (words.parts.length > 1) return undefined;
    const isWhole = this.#matchesAll(filter);
    if (isWhole && !needed.withAll) {
      const total = this.#text.count(words, all);
      if (total === undefined) return undefined;
      const best = this.#text.searchNames(words, { count: needed.count, boost: MAX_BOOST, among: undefined });
      return best && { ...best, total };
    }
    if (!this.#text.select(words, all)) return undefined;
    const matching = isWhole ? all : selectAmong(this.#table, all, filter, this.#filtered);
    if (!matching) return undefined;
    const among = isWhole ? undefined : matching;
    const names = this.#text.searchNames(words, { count: needed.count, boost: MAX_BOOST, among });
    const best = names ?? this.#text.score(words, matching);
    return { ...best, all, total: isWhole ? this.#text.countSelected(words, all) : matching.count() };
  }

  /** Whether a filter has no conditions. */
  #matchesAll(filter: ResolvedFilter): boolean {
    const conditions = listConditions(this.#table, filter);
    return conditions !== undefined && isUnconditional(conditions);
  }

  #hasAny({ count, owners }: Pick<TextSearch, 'count' | 'owners'>, filter: ResolvedFilter): boolean {
    const conditions = listConditions(this.#table, filter);
    if (!conditions) return false;
    for (let i = 0; i < count; i += 1) if (isMetBy(conditions, owners[i] as number)) return true;
    return false;
  }
}
