import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import type { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import { topicOf } from '../words/topic.ts';
import type { DocumentMatches } from './document-scores.ts';
import { alternativesGroup, type Group, type Phrase } from './group.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { Matcher } from './matcher.ts';
import { NOTHING_FOUND } from './name-search.ts';
import type { QueryPart, QueryParts, QueryReader } from './query-parts.ts';
import type { TermGroups } from './term-groups.ts';
import { preferWholeNames } from './whole-names.ts';

export interface TextMatches extends DocumentMatches {
  /** Words and filters that had to be left out because no text has all. */
  readonly dropped: readonly string[];
}

/** A page of results. */
const FEW_MATCHES = 12;
const NOTHING_MATCHED = { ...NOTHING_FOUND, dropped: [] } as const;

interface Sources {
  readonly index: InvertedIndex;
  readonly matcher: Matcher;
  readonly terms: TermGroups;
  readonly queries: QueryReader;
  /** The words of names. */
  readonly names: NumberLists;
  /** A number greater than every owner. */
  readonly endOfOwners: () => number;
}

/** Decides which parts of a search texts must have, and finds them. */
export class PartsSearch {
  readonly #sources: Sources;
  /** Scratch memory. */
  readonly #named = new BitSet();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /**
   * Owners of texts with all terms of a search, the last one also as a prefix. If no text has all of them, the least significant
   * ones are dropped.
   */
  search({ parts, wordCount, isNarrowed }: QueryParts): TextMatches {
    if (parts.length === 0) return NOTHING_MATCHED;
    const required = requiredOf(parts);
    const named = this.#mayBeginName(required) ? this.#searchName(required) : undefined;
    if (named) return named;
    const topic = this.#topicOf(parts, required);
    if (topic) {
      const found = this.#matchTopic(topic, parts);
      if (found.count > 0)
        return { ...found, dropped: required.filter(({ isFound }) => !isFound).map(({ label }) => label) };
    }
    const gift = parts.find(({ isGift, isFound }) => isGift && isFound);
    // If no product mentions the person a gift is for, any gift matches.
    if (gift && !required.includes(gift) && required.every(({ isNaming, isProduct }) => !isNaming && !isProduct))
      return { ...this.#sources.matcher.match([gift.group]), dropped: required.map(({ label }) => label) };
    if (required.every(({ isFound }) => isFound)) {
      const found = this.#matchAll(required, parts, isNarrowed);
      if (found.count > 0) {
        preferWholeNames(found, this.#sources.names, { words: required.length, typed: wordCount });
        return { ...found, dropped: [] };
      }
    }
    return this.#searchName(required) ?? this.#searchMost(required);
  }

  /** Names that have all words, of which one only describes the thing: 'linen desk' for 'Linen Desk Lamp'. */
  #searchName(required: readonly QueryPart[]): TextMatches | undefined {
    if (required.length < 2 || !required.every(({ isFound, inNames }) => isFound || inNames)) return undefined;
    const found = this.#sources.matcher.match(groupsInNames(required), { onlyHigh: true });
    return found.count > 0 ? { ...found, dropped: [] } : undefined;
  }

  /**
   * Replaces the members of `into`, which has room for them, by the owners that `search` finds: without scores, and several times as fast.
   * @returns false if few texts match or none; then use `search`
   */
  select({ parts, isNarrowed }: QueryParts, into: BitSet): boolean {
    const required = requiredOf(parts);
    const hasGift = parts.length > 1 && parts.some(({ isGift }) => isGift);
    if (hasGift || !required.every(({ isFound }) => isFound)) return false;
    if (this.#mayBeginName(required)) {
      if (!this.#sources.matcher.select(groupsInNames(required), into, { onlyHigh: true })) return false;
      if (into.hasMoreThan(0)) return true;
    }
    const topic = this.#topicOf(parts, required);
    if (topic) return this.#sources.matcher.select(this.#groupsOfTopic(topic, parts), into) && into.hasMoreThan(0);
    return this.#sources.matcher.select(this.#groupsOf(required, isNarrowed), into) && into.hasMoreThan(FEW_MATCHES);
  }

  /** Owners of texts with any term of a search, for suggesting their categories when nothing has all terms. */
  searchAny({ parts }: QueryParts): DocumentMatches {
    const found = parts.filter((part) => part.isFound && !part.isFilter);
    if (found.length === 0) return NOTHING_FOUND;
    return this.#sources.matcher.match([alternativesGroup(found.map(({ group }) => ({ groups: [group], scale: 1 })))]);
  }

  /** What texts have that `search` finds for a single word. */
  groupsOf({ parts, isNarrowed }: Pick<QueryParts, 'parts' | 'isNarrowed'>): Group[] {
    return this.#groupsOf(parts, isNarrowed);
  }

  /**
   * Texts with all required parts. Of several terms, one that names a kind of product counts only where products are
   * named, and where few texts are found, at least one term must: "winter boots" are not socks to be worn in boots.
   */
  #matchAll(required: readonly QueryPart[], parts: readonly QueryPart[], isNarrowed: boolean): DocumentMatches {
    const isStrict = this.#isStrict(required, isNarrowed);
    const groups = this.#groupsOf(required, isNarrowed);
    const optional = parts.filter((part) => part.isOptional && part.isFound).map(({ group }) => group);
    const naming = required.filter((part) => part.isNaming && !part.isFilter);
    const found = this.#sources.matcher.match(groups, { optional });
    if (!isStrict || found.count === 0 || found.count > FEW_MATCHES || naming.length === 0) return found;
    const named: Phrase[] = naming.map((part) => ({ groups: [this.#sources.terms.namingGroup(part)], scale: 1 }));
    return this.#sources.matcher.match([...groups, alternativesGroup(named)], { optional });
  }

  #isStrict(required: readonly QueryPart[], isNarrowed: boolean): boolean {
    return this.#sources.queries.lexicon.size > 0 && (required.length > 1 || isNarrowed);
  }

  #groupsOf(required: readonly QueryPart[], isNarrowed: boolean): Group[] {
    const isStrict = this.#isStrict(required, isNarrowed);
    return required.map((part) => (isStrict ? this.#strictGroup(part) : part.group));
  }

  /** Whether the words are searched for in names first. */
  #mayBeginName(required: readonly QueryPart[]): boolean {
    return this.#sources.queries.lexicon.size > 0 && isBeginning(required);
  }

  /** The topic of a search; undefined if its words are a name. */
  #topicOf(parts: readonly QueryPart[], required: readonly QueryPart[]): QueryPart | undefined {
    const topic = topicOf(parts, (part) => this.#weightOf(part));
    return topic && !(required.length > 1 && this.#isName(required)) ? topic : undefined;
  }

  /** Whether a name has all of these. */
  #isName(parts: readonly QueryPart[]): boolean {
    const groups = parts.map(({ group }) => group);
    const names = this.#named.clear(this.#sources.endOfOwners());
    if (this.#sources.matcher.select(groups, names, { onlyHigh: true })) return names.hasMoreThan(0);
    return this.#sources.matcher.match(groups, { onlyHigh: true }).count > 0;
  }

  /** What texts about a topic have, with the filters of the search. */
  #groupsOfTopic(topic: QueryPart, parts: readonly QueryPart[]): Group[] {
    const filters = parts.filter(({ isFilter, isFound }) => isFilter && isFound);
    return [this.#sources.terms.topicGroup(topic), ...filters.map(({ group }) => group)];
  }

  #matchTopic(topic: QueryPart, parts: readonly QueryPart[]): DocumentMatches {
    const optional = parts.filter((part) => part !== topic && part.isFound && !part.isFilter).map(({ group }) => group);
    return this.#sources.matcher.match(this.#groupsOfTopic(topic, parts), { optional });
  }

  #strictGroup(part: QueryPart): Group {
    return part.isProduct && part.isNaming ? this.#sources.terms.namingGroup(part) : part.group;
  }

  /** Texts with the most significant parts of a search, if they are worth showing. */
  #searchMost(parts: readonly QueryPart[]): TextMatches {
    const found = parts.filter(({ isFound }) => isFound);
    const head = parts.find(({ isHead }) => isHead);
    const isHopeless =
      !found.some((part) => part.isNaming && !part.isFilter) || (head?.isProduct === true && !head.isFound);
    if (isHopeless) return NOTHING_MATCHED;
    const weights = found.map((part) => this.#weightOf(part));
    const required = found.reduce(
      (bits, part, index) => (part === head && part.isProduct ? bits | (1 << index) : bits),
      0,
    );
    const { held, ...matches } = this.#sources.matcher.matchMost(
      found.map((part) => (parts.length > 1 ? this.#strictGroup(part) : part.group)),
      weights,
      {
        required,
        anyOf: found.reduce((bits, part, index) => (part.isNaming && !part.isFilter ? bits | (1 << index) : bits), 0),
      },
    );
    const isHeld = (part: QueryPart): boolean => ((held >>> found.indexOf(part)) & 1) === 1;
    const kept = found.filter(isHeld);
    if (!kept.some((part) => part.isNaming && !part.isFilter)) {
      // Not worth showing: what was found has no word that names a thing.
      return NOTHING_MATCHED;
    }
    return { ...matches, dropped: parts.filter((part) => !kept.includes(part)).map(({ label }) => label) };
  }

  /** How significant a part of a search is: the fewer texts have it, the more. */
  #weightOf({ group, isHead, isProduct, isNaming, isFilter }: QueryPart): number {
    const rarity = Math.log2(2 + this.#sources.index.liveCount / Math.max(1, this.#sources.terms.sizeOf(group)));
    const role = isFilter ? 0.6 : (isProduct ? 1.6 : 1) * (isHead ? 1.3 : 1) * (isNaming ? 1 : 0.4);
    return rarity * role;
  }
}

const requiredOf = (parts: readonly QueryPart[]): QueryPart[] => parts.filter(({ isOptional }) => !isOptional);

const groupsInNames = (parts: readonly QueryPart[]): Group[] => parts.map(({ group, inNames }) => inNames ?? group);

/** Whether the words may be the beginning of a name: 'table tenn' of a table tennis set, which is no table; 'wool t' of a throw. */
function isBeginning(parts: readonly QueryPart[]): boolean {
  const [last, before] = parts.toReversed();
  if (!last || !before || last.isKnown || last.isFilter) return false;
  return last.inNames !== undefined || (before.isHead && before.isProduct);
}
