import { isDeepStrictEqual } from 'node:util';
import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import { type Preference, readSearchIntent, type ReadFilter as TextFilter } from '#domain/search/search-intent.ts';
import { fold, type Lexicon, meaningfulWords, stemOf, topicOf } from '#server/features/search/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  isCondition,
  isFilterOnly,
  NO_INTENT,
  optionsMeantBy,
  understandingOf,
  withConditions,
} from '../indexing/text-conditions.ts';
import type { CatalogueFilter, SearchUnderstanding } from '../search-engine.ts';
import type { CategoryWords } from './category-words.ts';
import { conditionsOf, type ReadFilter } from './conditions.ts';
import { existProducts, haveAtLeast } from './pages.store.ts';
import { NO_WORDS, type QueryPart, queryOf, type ReadText, TextReader } from './text-query.ts';
import {
  type NameQuery,
  namedQuery,
  readBeginning,
  readSimilarWords,
  readWordsByStem,
  type WordScope,
} from './words.store.ts';

/** What a text means for this catalogue. */
export interface TextSearch {
  /** The list's filter combined with that of the text. */
  readonly filter: ReadFilter;
  /** The parts that products are ranked by; empty: all are equal. */
  readonly parts: readonly QueryPart[];
  readonly preference: Preference | undefined;
  readonly corrected: string | null;
  readonly understood: SearchUnderstanding | undefined;
  /** What else the text may find, for its categories: a tsquery with any of its words. */
  readonly nearby: string | undefined;
}

export interface SearchSources {
  readonly db: Database;
  readonly lexicon: Lexicon;
  readonly categoryWords: CategoryWords;
  /** A category and those below it. */
  readonly branchOf: (categoryId: number) => readonly number[];
  readonly valuesWhere: (option: string, isWanted: (value: string) => boolean) => string[];
}

/** Combinations of parts that are tried when no product has all of them. */
const MAX_TRIES = 24;

const lexemesOf = (text: string) => meaningfulWords(text).map((word) => ({ word, stem: stemOf(word) }));

/** A query for the names that start with a text; undefined for a text without words. */
export async function namesStartingWith(db: Database, text: string): Promise<NameQuery | undefined> {
  const words = lexemesOf(text);
  const last = words.at(-1)?.word;
  return last === undefined ? undefined : namedQuery(words, (await readBeginning(db, last, 'noted')).words);
}

function textReader({ db, lexicon, categoryWords }: SearchSources, scope: WordScope): TextReader {
  return new TextReader(
    {
      wordsByStem: async (stems) => categoryWords.withStems(stems, await readWordsByStem(db, stems, scope)),
      beginning: async (beginning) => categoryWords.withBeginning(beginning, await readBeginning(db, beginning, scope)),
      similarTo: async (word) => categoryWords.withNaming(await readSimilarWords(db, word)),
    },
    lexicon,
    categoryWords,
  );
}

/** A text that matches a product's name, such as 'The Big Sale', is not a filter. */
async function intentOf({ db }: SearchSources, text: string) {
  const intent = readSearchIntent(text);
  if (!intent.filters.some(isCondition)) return intent;
  const words = (await namesStartingWith(db, text))?.exact;
  if (words === undefined) return intent;
  const [isName] = await existProducts(db, [conditionsOf({ words, isNaming: true })]);
  return isName ? { ...NO_INTENT, text } : intent;
}

interface Match {
  readonly words: string | undefined;
  readonly parts: readonly QueryPart[];
  readonly dropped: readonly string[];
  readonly isNaming?: boolean;
}

const NOTHING_MATCHED = { words: undefined, parts: [], dropped: [] } as const;

/** How much a part says about what the shopper looks for. */
function weightOf({ isHead, isProduct, isNaming, isFilter }: QueryPart): number {
  return isFilter ? 0.6 : (isProduct ? 1.6 : 1) * (isHead ? 1.3 : 1) * (isNaming ? 1 : 0.4);
}

/** Subsets of the parts, the most significant ones first. */
function combinationsOf(parts: readonly QueryPart[], head: QueryPart | undefined): QueryPart[][] {
  const sets = Array.from({ length: 2 ** parts.length - 2 }, (_, at) =>
    parts.filter((_part, place) => (((at + 1) >>> place) & 1) === 1),
  );
  const weigh = (set: readonly QueryPart[]) => set.reduce((sum, part) => sum + weightOf(part), 0);
  return sets
    .filter((set) => set.some((part) => part.isNaming && !part.isFilter))
    .filter((set) => !(head?.isProduct && head.isFound) || set.includes(head))
    .sort((a, b) => weigh(b) - weigh(a))
    .slice(0, MAX_TRIES);
}

/** Matches the topic of a text that names no kind of product, or gifts for somebody whom no product mentions. */
async function matchTopic(db: Database, parts: readonly QueryPart[]): Promise<Match | undefined> {
  const required = parts.filter(({ isOptional }) => !isOptional);
  const topic = topicOf(parts, weightOf);
  const gift = parts.find(({ isGift, isFound }) => isGift && isFound);
  const isUnknown =
    gift && !required.includes(gift) && required.every(({ isNaming, isProduct }) => !isNaming && !isProduct);
  const head = topic ?? (isUnknown ? gift : undefined);
  if (!head) return undefined;
  const names = required.map(({ own }) => own);
  const words = [head.any.naming, ...required.filter(({ isFilter }) => isFilter).map(({ any }) => any.anywhere)].join(
    ' & ',
  );
  const [isTopic, isName = false] = await existProducts(db, [
    conditionsOf({ words, isNaming: true }),
    ...(topic && required.length > 1 && !names.includes('')
      ? [conditionsOf({ words: names.join(' & '), isNaming: true })]
      : []),
  ]);
  if (!isTopic || isName) return undefined;
  const dropped = required.filter((part) => (topic ? !part.isFound : part !== head)).map(({ label }) => label);
  return {
    words,
    isNaming: required.every(({ isFilter }) => !isFilter),
    parts: [head, ...parts.filter((part) => part !== head && part.isFound)],
    dropped,
  };
}

/** Names that have all words, of which one only describes the thing: 'linen desk' for 'Linen Desk Lamp'. */
async function matchName(db: Database, required: readonly QueryPart[]): Promise<Match> {
  const names = required.map(({ own }) => own);
  if (names.length < 2 || names.includes('')) return NOTHING_MATCHED;
  const words = names.join(' & ');
  const [isName] = await existProducts(db, [conditionsOf({ words, isNaming: true })]);
  return isName ? { words, isNaming: true, parts: required, dropped: [] } : NOTHING_MATCHED;
}

/** All parts, or the most significant subset that some product matches. */
async function matchParts(db: Database, { parts }: ReadText, isNarrowed: boolean): Promise<Match> {
  const required = parts.filter(({ isOptional }) => !isOptional);
  if (required.length === 0) return NOTHING_MATCHED;
  const ofTopic = await matchTopic(db, parts);
  if (ofTopic) return narrowCommon(db, ofTopic);
  const found = required.filter(({ isFound }) => isFound);
  const head = required.find(({ isHead }) => isHead);
  const isComplete = found.length === required.length;
  const cannotMatch =
    !found.some((part) => part.isNaming && !part.isFilter) || (head?.isProduct === true && !head.isFound);
  const sets = [...(found.length > 0 ? [found] : []), ...(cannotMatch ? [] : combinationsOf(found, head))];
  const tried = isComplete || !cannotMatch ? sets : [];
  const [first, ...others] = tried;
  if (!first) return narrowCommon(db, await matchName(db, required));
  const optional = parts.filter((part) => part.isOptional && part.isFound);
  const matchOf = (kept: readonly QueryPart[]): Match => ({
    words: queryOf(kept, 'anywhere', isNarrowed),
    parts: [...kept, ...optional],
    dropped: required.filter((part) => !kept.includes(part)).map(({ label }) => label),
  });
  // If many names have all words, the texts need not be searched.
  const common = await narrowCommon(db, matchOf(first));
  if (common.isNaming) return common;
  const isSome = async (given: readonly (readonly QueryPart[])[]) =>
    existProducts(
      db,
      given.map((set) => conditionsOf({ words: queryOf(set, 'anywhere', isNarrowed) })),
    );
  const [isAll] = await isSome([first]);
  const kept = isAll ? first : others[(await isSome(others)).indexOf(true)];
  if (!kept) return narrowCommon(db, await matchName(db, required));
  return kept === first ? common : narrowCommon(db, matchOf(kept));
}

/** If the names of this many products match, products that only mention the words are left out. */
const MANY_NAMED = 200;

/** Leaves out products that only mention the words if the names of many others match. */
async function narrowCommon(db: Database, match: Match): Promise<Match> {
  const required = match.parts.filter(({ isOptional, isFilter }) => !isOptional && !isFilter);
  if (match.words === undefined || required.length < match.parts.length) return match;
  const words = queryOf(required, 'naming');
  const isCommon = await haveAtLeast(db, conditionsOf({ words, isNaming: true }), MANY_NAMED);
  return isCommon ? { ...match, words, isNaming: true } : match;
}

const NOTHING_READ: MatchedText = { read: { parts: [], corrected: null }, match: NOTHING_MATCHED };

interface MatchedText {
  readonly read: ReadText;
  readonly match: Match;
}

async function matchText(
  sources: SearchSources,
  text: string,
  filters: readonly TextFilter[],
  isNarrowed: boolean,
): Promise<MatchedText> {
  const { db } = sources;
  const read = await textReader(sources, 'noted').read(text, filters);
  const match = await matchParts(db, read, isNarrowed);
  const isUnmatched = ({ isFound, isOptional, label }: QueryPart): boolean =>
    isFound && !isOptional && (match.words === undefined || match.dropped.includes(label));
  if (!read.parts.some(isUnmatched)) return { read, match };
  // A word may be noted from the former text of a product, and misspelt.
  const current = await textReader(sources, 'used').read(text, filters);
  if (isDeepStrictEqual(current, read)) return { read, match };
  return { read: current, match: await matchParts(db, current, isNarrowed) };
}

const NEVER: ReadFilter = { isImpossible: true };

/** Reads the text of a filter and those of its rules. */
export async function readText(
  sources: SearchSources,
  text: string,
  filter: CatalogueFilter,
  isStrict = false,
): Promise<TextSearch> {
  const { db } = sources;
  const own = await readRules(sources, filter);
  const intent = await intentOf(sources, text);
  const narrowed = withConditions(own, intent);
  const textFilters = intent.filters.filter((one) => !isCondition(one));
  const isAll = isFilterOnly(intent);
  const isNarrowed = textFilters.length < intent.filters.length;
  const { read, match } = isAll ? NOTHING_READ : await matchText(sources, intent.text, textFilters, isNarrowed);
  const { pins } = filter;
  const isNothing = !isAll && match.words === undefined && !pins?.pinned.length;
  const base = { corrected: read.corrected, preference: intent.preference, parts: match.parts };
  const optionsOf = (one: TextFilter): OptionCondition[] => optionsMeantBy(one, sources.valuesWhere);
  const nearby = read.parts.filter((part) => part.isFound && !part.isFilter).map(({ any }) => any.anywhere);
  if (isNothing || (isStrict && (read.corrected !== null || match.dropped.length > 0))) {
    const understood = understandingOf(text, intent, match.dropped, optionsOf);
    return { ...base, filter: { ...narrowed, ...NEVER }, understood, nearby: nearby.join(' | ') || undefined };
  }
  // If the words match nothing, only pinned products are found.
  const words = isAll ? {} : { words: match.words ?? NO_WORDS, isNaming: match.isNaming };
  const conditions = intent.filters.filter(isCondition);
  const { options = [] } = filter;
  const ofVariants = intent.filters.flatMap((one) => (match.dropped.includes(one.label) ? [] : optionsOf(one)));
  const precise = { ...narrowed, ...words, options: [...options, ...ofVariants] };
  const isCombined = ofVariants.length + options.length + (narrowed.isInStock === undefined ? 0 : 1) > 1;
  const mayBePrecise = ofVariants.length > 0 && isCombined;
  const [hasNarrowed = true, hasPrecise = false] = await existProducts(db, [
    ...(conditions.length > 0 || mayBePrecise ? [conditionsOf({ ...narrowed, ...words })] : []),
    ...(mayBePrecise ? [conditionsOf(precise)] : []),
  ]);
  const isTooNarrow = conditions.length > 0 && !hasNarrowed;
  const chosen = isTooNarrow ? { ...own, ...words } : hasPrecise ? precise : { ...narrowed, ...words };
  const dropped = [...match.dropped, ...(isTooNarrow ? conditions.map(({ label }) => label) : [])];
  return {
    ...base,
    filter: chosen,
    understood: understandingOf(text, intent, dropped, optionsOf),
    nearby: nearby.join(' | ') || undefined,
  };
}

/** A filter with its category and its rules read, but not its own text. */
export async function readRules(sources: SearchSources, filter: CatalogueFilter): Promise<ReadFilter> {
  const { text: _text, rule, ...given } = filter;
  const { categoryId } = given;
  const others = { ...given, ...(categoryId !== undefined && { categoryIds: sources.branchOf(categoryId) }) };
  if (!rule) return others;
  const filters = await Promise.all(
    rule.filters.map(async (one): Promise<ReadFilter> => {
      if (one.text === undefined || one.among) return readRules(sources, one);
      return (await readText(sources, one.text, one, true)).filter;
    }),
  );
  return { ...others, rule: { match: rule.match, filters } };
}

/** Normalizes a name for the comparison with the whole text. */
export const wholeName = (text: string): string => fold(text.trim());
