import { PostingLists } from './posting-lists.ts';

/** Maximum words of a search; more would not change the result. */
export const MAX_GROUPS = 8;
/** An entry is a document number with the word's impact in its lowest byte. */
const IMPACT_BITS = 8;
const IMPACT = 0xff;
const MAX_DOCUMENTS = 2 ** (32 - IMPACT_BITS);
const NOBODY = -1;

/** The indexed words that match one word of a search. */
export interface Group {
  /** The word as typed, unless it occurs nowhere. */
  readonly exact: number | undefined;
  /** Minimum impact of an entry; missing: any. */
  readonly forms: readonly number[];
  /** Words with this prefix: half the impact. */
  readonly beginnings: Int32Array;
  /** Places with a lower impact do not count; missing: all do. */
  readonly minImpact?: number;
  /** Synonyms and narrower terms. */
  readonly related?: readonly RelatedWord[];
  /** Multi-word synonyms. */
  readonly phrases?: readonly Phrase[];
}

/** How much a match counts is `impact * scale / 16`. */
export const FULL_SCALE = 16;
const SCALE_BITS = 4;

export interface RelatedWord {
  readonly word: number;
  readonly scale: number;
  readonly minImpact: number;
}

/** Words that must all match. */
export interface Phrase {
  readonly groups: readonly Group[];
  readonly scale: number;
}

const LESS_FOR_FORMS = 4;
const SCALE_OF_BEGINNINGS = FULL_SCALE / 2;
/** The lowest bit of an impact: the word is the head of the name, such as 'camera' in 'Film camera'. */
export const HEAD_OF_NAME = 1;
const BONUS_OF_HEAD = 48;

/** The score of an impact: itself, plus a bonus for the head of a name. */
const SCORES = Uint16Array.from({ length: IMPACT + 1 }, (_, impact) =>
  (impact & HEAD_OF_NAME) === 0 ? impact : impact - HEAD_OF_NAME + BONUS_OF_HEAD,
);
/** Above this, a sum of groups would exceed the range of scores. */
const MAX_SUM = 0xffff;

/** Search result: `owners[i]` with `scores[i]`, unordered. Overwritten by the next search. */
export interface Found {
  readonly count: number;
  readonly owners: Int32Array;
  readonly scores: Uint16Array;
}

/**
 * Maps words to documents with their impact. Words are numbers; a document belongs to an owner and never changes: a new
 * text is a new document. Deleted documents stay in the lists until `sweep`, and are skipped.
 * Entries with the greatest impact (at least `high`) are kept in separate lists, so that they can be read alone.
 */
export class InvertedIndex {
  readonly #high: number;
  readonly #lists = new PostingLists();
  #owners = new Int32Array(1024).fill(NOBODY);
  /** Scores by document; all zero between searches. */
  #hits = new Uint8Array(1024);
  #sums = new Uint16Array(1024);
  #best = new Uint16Array(1024);
  #foundOwners = new Int32Array(1024);
  #foundScores = new Uint16Array(1024);
  #touched = new Int32Array(1024);
  #documents = 0;
  #free: number[] = [];
  #gone: number[] = [];

  constructor(high: number) {
    this.#high = high;
  }

  /** Number of deleted documents still in the lists. */
  get goneCount(): number {
    return this.#gone.length;
  }

  get liveCount(): number {
    return this.#documents - this.#free.length - this.#gone.length;
  }

  get bytes(): number {
    return this.#lists.bytes;
  }

  /** @param words distinct words of the document, with impacts from 1 to 255. @returns the document's number. */
  add(owner: number, words: Iterable<readonly [word: number, impact: number]>): number {
    const document = this.#free.pop() ?? this.#nextDocument();
    this.#owners[document] = owner;
    for (const [word, impact] of words) {
      this.#lists.push(this.#listOf(word, impact >= this.#high), ((document << IMPACT_BITS) | impact) >>> 0);
    }
    return document;
  }

  remove(document: number): void {
    this.#owners[document] = NOBODY;
    this.#gone.push(document);
  }

  /** Number of documents with the word. */
  frequencyOf(word: number): number {
    return this.#countDocuments(word, Number.POSITIVE_INFINITY);
  }

  isUsed(word: number): boolean {
    return this.#countDocuments(word, 1) > 0;
  }

  /** Number of entries of a group's words, including duplicates and deleted documents. */
  sizeOf(group: Group, onlyHigh: boolean): number {
    const sizeOfWord = (word: number): number =>
      this.#lists.lengthOf(this.#listOf(word, true)) + (onlyHigh ? 0 : this.#lists.lengthOf(this.#listOf(word, false)));
    let size = 0;
    for (const word of group.forms) size += sizeOfWord(word);
    for (const word of group.beginnings) size += sizeOfWord(word);
    for (const { word } of group.related ?? []) size += sizeOfWord(word);
    for (const { groups } of group.phrases ?? []) size += Math.min(...groups.map((one) => this.sizeOf(one, onlyHigh)));
    return size;
  }

  /** Whether a document contains the word with at least this impact. */
  isUsedWith(word: number, minImpact: number): boolean {
    return minImpact <= 1 ? this.isUsed(word) : this.#countDocuments(word, 1, minImpact) > 0;
  }

  /** Counts documents that hold the word with at least this impact, no further than `limit`. */
  countWith(word: number, minImpact: number, limit: number): number {
    return this.#countDocuments(word, limit, minImpact);
  }

  /** Whether any document contains a word of the group. */
  hasAny(group: Group): boolean {
    return this.match([group]).count > 0;
  }

  /**
   * The owners of documents with a word of each group. A document's score is the sum over the groups of the greatest
   * impact among its words.
   * @param optional groups that only add to the score.
   */
  match(groups: readonly Group[], { onlyHigh = false, optional = [] }: MatchOptions = {}): Found {
    const phrases = this.#matchPhrases([...groups, ...optional], onlyHigh);
    const count = this.#intersect(groups, onlyHigh, phrases);
    for (const group of optional) this.#addScores(group, count, onlyHigh, phrases);
    return this.#report(count);
  }

  /**
   * The owners of documents with words of the most distinctive groups, if none has a word of each.
   * @param weights distinctiveness of each group; @param required groups that must match, as bits.
   * @returns the result, and its groups, as bits.
   */
  matchMost(
    groups: readonly Group[],
    weights: readonly number[],
    { required, anyOf }: HeldGroups,
  ): Found & { readonly held: number } {
    const considered = groups.slice(0, MAX_GROUPS);
    const phrases = this.#matchPhrases(considered, false);
    let touched = 0;
    for (const [index, group] of considered.entries()) {
      const before = touched;
      touched = this.#touchAny(group, touched, phrases);
      const bit = 1 << index;
      for (let i = 0; i < touched; i += 1) {
        const document = this.#touched[i] as number;
        const best = this.#best[document] as number;
        if (best === 0) continue;
        this.#best[document] = 0;
        this.#sums[document] = Math.min(MAX_SUM, (this.#sums[document] as number) + best);
        this.#hits[document] = (i < before ? (this.#hits[document] as number) : 0) | bit;
      }
    }
    const held = this.#mostTelling(touched, weights, { required, anyOf });
    let kept = 0;
    for (let i = 0; i < touched; i += 1) {
      const document = this.#touched[i] as number;
      const isKept = held !== 0 && ((this.#hits[document] as number) & held) === held;
      this.#hits[document] = 0;
      if (!isKept) {
        this.#sums[document] = 0;
        continue;
      }
      this.#touched[i] = this.#touched[kept] as number;
      this.#touched[kept] = document;
      kept += 1;
    }
    return { ...this.#report(kept), held };
  }

  /** Removes deleted documents from the lists of `words` words; yields after each. */
  *sweep(words: number): Generator<void> {
    const swept = this.#gone.length;
    for (let list = 0; list < words * 2; list += 1) {
      this.#lists.filter(list, (entry) => this.#owners[entry >>> IMPACT_BITS] !== NOBODY);
      yield;
    }
    this.#free.push(...this.#gone.splice(0, swept));
  }

  #listOf(word: number, isHigh: boolean): number {
    return word * 2 + (isHigh ? 0 : 1);
  }

  /** The combination of groups in a document with the highest weight. */
  #mostTelling(touched: number, weights: readonly number[], { required, anyOf }: HeldGroups): number {
    const counts = new Uint32Array(1 << MAX_GROUPS);
    for (let i = 0; i < touched; i += 1) {
      const document = this.#touched[i] as number;
      if (this.#owners[document] !== NOBODY) counts[this.#hits[document] as number] = 1;
    }
    let best = 0;
    let most = 0;
    for (const [held, isThere] of counts.entries()) {
      if (isThere === 0 || (held & required) !== required || (held & anyOf) === 0) continue;
      const weight = weights.reduce((sum, one, index) => sum + ((held >>> index) & 1 ? one : 0), 0);
      if (weight > most) {
        most = weight;
        best = held;
      }
    }
    return best;
  }

  /** Moves documents with a word of each group to the front of those visited, with their sums. @returns how many. */
  #intersect(groups: readonly Group[], onlyHigh: boolean, phrases: MatchedPhrases): number {
    const bySize = [...groups].sort((a, b) => this.sizeOf(a, onlyHigh) - this.sizeOf(b, onlyHigh));
    const [rarest, ...others] = bySize.slice(0, MAX_GROUPS);
    const touched = rarest ? this.#begin(rarest, onlyHigh, phrases) : 0;
    if (others.length === 0) return touched;
    for (let i = 0; i < touched; i += 1) this.#hits[this.#touched[i] as number] = 1;
    let count = touched;
    for (const [index, group] of others.entries()) {
      this.#eachList(group, onlyHigh, (list, weighing) => this.#markList(list, index + 1, weighing));
      for (const phrase of phrases.get(group) ?? []) this.#markPhrase(phrase, index + 1);
      count = this.#keepHits(count, index + 2);
    }
    for (let i = 0; i < touched; i += 1) this.#hits[this.#touched[i] as number] = 0;
    for (let i = count; i < touched; i += 1) this.#sums[this.#touched[i] as number] = 0;
    return count;
  }

  /** Adds the scores of one more group to the first `count` visited documents. */
  #addScores(group: Group, count: number, onlyHigh: boolean, phrases: MatchedPhrases): void {
    for (let i = 0; i < count; i += 1) this.#hits[this.#touched[i] as number] = 1;
    this.#eachList(group, onlyHigh, (list, weighing) => this.#markList(list, 1, weighing));
    for (const phrase of phrases.get(group) ?? []) this.#markPhrase(phrase, 1);
    for (let i = 0; i < count; i += 1) {
      const document = this.#touched[i] as number;
      if (this.#hits[document] === 2) this.#addBest(document);
      this.#hits[document] = 0;
    }
  }

  /** Match phrases first, because they use the same scratch memory. */
  #matchPhrases(groups: readonly Group[], onlyHigh: boolean): MatchedPhrases {
    const matched = new Map<Group, MatchedPhrase[]>();
    for (const group of groups) {
      if (!group.phrases?.length) continue;
      const ofGroup = group.phrases.map(({ groups: parts, scale }) => {
        const count = this.#intersect(parts, onlyHigh, this.#matchPhrases(parts, onlyHigh));
        const documents = this.#touched.slice(0, count);
        const scores = new Uint16Array(count);
        for (let i = 0; i < count; i += 1) {
          const document = documents[i] as number;
          scores[i] = Math.max(1, (((this.#sums[document] as number) / parts.length) * scale) >> SCALE_BITS);
          this.#sums[document] = 0;
        }
        return { documents, scores };
      });
      matched.set(group, ofGroup);
    }
    return matched;
  }

  /** Counts up to `limit`. */
  #countDocuments(word: number, limit: number, minImpact = 0): number {
    const lists = this.#lists;
    let count = 0;
    for (const isHigh of [true, false]) {
      let isOpen = lists.open(this.#listOf(word, isHigh));
      for (; isOpen && count < limit; isOpen = lists.next()) {
        for (let i = lists.start; i < lists.end && count < limit; i += 1) {
          const entry = lists.entries[i] as number;
          if ((entry & IMPACT) >= minImpact && this.#owners[entry >>> IMPACT_BITS] !== NOBODY) count += 1;
        }
      }
    }
    return count;
  }

  /** Visits the documents of the first group. @returns how many. */
  #begin(group: Group, onlyHigh: boolean, phrases: MatchedPhrases): number {
    let count = 0;
    this.#eachList(group, onlyHigh, (list, weighing) => {
      count = this.#touchList(list, count, weighing);
    });
    for (const { documents, scores } of phrases.get(group) ?? []) {
      for (let i = 0; i < documents.length; i += 1) {
        const document = documents[i] as number;
        const sum = this.#sums[document] as number;
        if (sum === 0) {
          this.#touched[count] = document;
          count += 1;
        }
        if ((scores[i] as number) > sum) this.#sums[document] = scores[i] as number;
      }
    }
    return count;
  }

  /** Visits the documents of a list in addition to the `count` already visited, which have a sum above zero. */
  #touchList(list: number, count: number, { less, scale, minImpact }: Weighing): number {
    const lists = this.#lists;
    const sums = this.#sums;
    const touched = this.#touched;
    let next = count;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = lists.start; i < end; i += 1) {
        const entry = entries[i] as number;
        if ((entry & IMPACT) < minImpact) continue;
        const document = entry >>> IMPACT_BITS;
        const score = weigh(entry & IMPACT, less, scale);
        const sum = sums[document] as number;
        if (sum === 0) {
          touched[next] = document;
          next += 1;
        }
        if (score > sum) sums[document] = score;
      }
    }
    return next;
  }

  /**
   * Visits the documents of one more group, and records the best impact of each. Visited documents have a sum or best
   * above zero.
   */
  #touchAny(group: Group, count: number, phrases: MatchedPhrases): number {
    const lists = this.#lists;
    let next = count;
    const touch = (document: number, score: number): void => {
      const best = this.#best[document] as number;
      if (best === 0 && this.#sums[document] === 0) {
        this.#touched[next] = document;
        next += 1;
      }
      if (score > best) this.#best[document] = score;
    };
    this.#eachList(group, false, (list, { less, scale, minImpact }) => {
      for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
        for (let i = lists.start; i < lists.end; i += 1) {
          const entry = lists.entries[i] as number;
          if ((entry & IMPACT) >= minImpact) touch(entry >>> IMPACT_BITS, weigh(entry & IMPACT, less, scale));
        }
      }
    });
    for (const { documents, scores } of phrases.get(group) ?? [])
      for (let i = 0; i < documents.length; i += 1) touch(documents[i] as number, scores[i] as number);
    return next;
  }

  /** Marks which documents with `expected` hits have a word of one more group. */
  #markList(list: number, expected: number, { less, scale, minImpact }: Weighing): void {
    const lists = this.#lists;
    const hits = this.#hits;
    const best = this.#best;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = lists.start; i < end; i += 1) {
        const entry = entries[i] as number;
        const document = entry >>> IMPACT_BITS;
        const hit = hits[document];
        if ((hit !== expected && hit !== expected + 1) || (entry & IMPACT) < minImpact) continue;
        const score = weigh(entry & IMPACT, less, scale);
        if (hit === expected) {
          hits[document] = expected + 1;
          best[document] = score;
        } else if (score > (best[document] as number)) best[document] = score;
      }
    }
  }

  #markPhrase({ documents, scores }: MatchedPhrase, expected: number): void {
    for (let i = 0; i < documents.length; i += 1) {
      const document = documents[i] as number;
      const score = scores[i] as number;
      if (this.#hits[document] === expected) {
        this.#hits[document] = expected + 1;
        this.#best[document] = score;
      } else if (this.#hits[document] === expected + 1 && score > (this.#best[document] as number))
        this.#best[document] = score;
    }
  }

  /** Moves visited documents with `hits` hits to the front and adds their scores. @returns how many. */
  #keepHits(count: number, hits: number): number {
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const document = this.#touched[i] as number;
      if (this.#hits[document] !== hits) continue;
      this.#addBest(document);
      this.#touched[i] = this.#touched[kept] as number;
      this.#touched[kept] = document;
      kept += 1;
    }
    return kept;
  }

  #addBest(document: number): void {
    this.#sums[document] = Math.min(MAX_SUM, (this.#sums[document] as number) + (this.#best[document] as number));
    this.#best[document] = 0;
  }

  /** Collects the first `count` visited documents, without deleted ones, and clears their sums. */
  #report(count: number): Found {
    const sums = this.#sums;
    const owners = this.#foundOwners;
    const scores = this.#foundScores;
    let found = 0;
    for (let i = 0; i < count; i += 1) {
      const document = this.#touched[i] as number;
      const owner = this.#owners[document] as number;
      owners[found] = owner;
      scores[found] = sums[document] as number;
      sums[document] = 0;
      if (owner !== NOBODY) found += 1;
    }
    return { count: found, owners, scores };
  }

  #eachList(
    { exact, forms, beginnings, related = [], minImpact = 0 }: Group,
    onlyHigh: boolean,
    visit: ListVisitor,
  ): void {
    const visitWord = (word: number, weighing: Weighing): void => {
      visit(this.#listOf(word, true), weighing);
      if (!onlyHigh) visit(this.#listOf(word, false), weighing);
    };
    if (exact !== undefined) visitWord(exact, { less: 0, scale: FULL_SCALE, minImpact });
    const ofForms = { less: LESS_FOR_FORMS, scale: FULL_SCALE, minImpact };
    for (const word of forms) if (word !== exact) visitWord(word, ofForms);
    const ofBeginnings = { less: 0, scale: SCALE_OF_BEGINNINGS, minImpact };
    for (const word of beginnings) if (word !== exact) visitWord(word, ofBeginnings);
    for (const one of related) visitWord(one.word, { less: 0, scale: one.scale, minImpact: one.minImpact });
  }

  #nextDocument(): number {
    if (this.#documents >= MAX_DOCUMENTS) throw new RangeError('The text index holds as many texts as it can.');
    if (this.#documents === this.#owners.length) this.#makeRoom(this.#documents * 2);
    this.#documents += 1;
    return this.#documents - 1;
  }

  #makeRoom(size: number): void {
    const owners = new Int32Array(size).fill(NOBODY);
    owners.set(this.#owners);
    this.#owners = owners;
    this.#hits = new Uint8Array(size);
    this.#sums = new Uint16Array(size);
    this.#best = new Uint16Array(size);
    this.#foundOwners = new Int32Array(size);
    this.#foundScores = new Uint16Array(size);
    this.#touched = new Int32Array(size);
  }
}

/** How the entries of a list count. */
interface Weighing {
  readonly less: number;
  readonly scale: number;
  readonly minImpact: number;
}

type ListVisitor = (list: number, weighing: Weighing) => void;

interface MatchOptions {
  /** Only in names. */
  readonly onlyHigh?: boolean;
  readonly optional?: readonly Group[];
}

/** Groups as bits: a document must hold all that are required, and one of the others. */
interface HeldGroups {
  readonly required: number;
  readonly anyOf: number;
}

interface MatchedPhrase {
  readonly documents: Int32Array;
  readonly scores: Uint16Array;
}
type MatchedPhrases = ReadonlyMap<Group, readonly MatchedPhrase[]>;

function weigh(impact: number, less: number, scale: number): number {
  return Math.max(1, (((SCORES[impact] as number) - less) * scale) >> SCALE_BITS);
}
