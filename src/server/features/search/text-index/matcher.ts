import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { type DocumentMatches, DocumentScores, type GroupMatches, type ScoredDocuments } from './document-scores.ts';
import { FULL_SCALE, type Group, MAX_GROUPS, type Phrase } from './group.ts';
import { type InvertedIndex, NO_OWNER } from './inverted-index.ts';
import { PhraseMatches } from './phrase-matches.ts';

interface MatchOptions {
  /** Only in names. */
  readonly onlyHigh?: boolean;
  /** Groups that only add to the score. */
  readonly optional?: readonly Group[];
}

/** Groups as bits: a document must hold all that are required, and one of the others. */
interface HeldGroups {
  readonly required: number;
  readonly anyOf: number;
}

/** Above one entry per this many documents, intersecting sets of all documents is faster than visiting those of a group. */
const FEW = 512;
/** The same if scores are needed as well, for the documents of the rarest group. */
const SOME = 256;

/** Finds the documents of an index that match groups of words. */
export class Matcher {
  readonly #index: InvertedIndex;
  readonly documents: DocumentScores;
  readonly #phrases = new PhraseMatches();
  /** Scratch memory: the documents that match all groups so far, without and with one more group. */
  readonly #common: [BitSet, BitSet] = [new BitSet(), new BitSet()];
  /** Empty between searches. */
  readonly #visited = new BitSet();

  constructor(index: InvertedIndex) {
    this.#index = index;
    this.documents = new DocumentScores(index);
  }

  /** Whether any document contains a word of the group. */
  hasAny(group: Group): boolean {
    return this.match([group]).count > 0;
  }

  /**
   * The owners of documents with a word of each group. A document's score is the sum over the groups of the greatest
   * impact among its words.
   */
  match(groups: readonly Group[], { onlyHigh = false, optional = [] }: MatchOptions = {}): DocumentMatches {
    const documents = this.documents;
    this.#makeRoom();
    const resolved = groups.map((group) => this.#resolve(group, onlyHigh));
    const extra = optional.map((group) => this.#resolve(group, onlyHigh));
    const count = this.#intersect(resolved);
    if (extra.length > 0) {
      const matching = documents.visited.subarray(0, count);
      this.#visited.add(matching);
      for (const group of extra) {
        documents.note(group, this.#visited);
        documents.addNoted(count);
      }
      this.#visited.remove(matching);
    }
    return documents.report(count);
  }

  /**
   * Replaces the members of `into`, which has room for them, by the owners of documents with a word of each group.
   * @returns false if the groups have so few documents that `match` is faster; then nothing is changed
   */
  select(groups: readonly Group[], into: BitSet, { onlyHigh = false }: Pick<MatchOptions, 'onlyHigh'> = {}): boolean {
    this.#makeRoom();
    const sorted = this.#bySize(groups.map((group) => this.#resolve(group, onlyHigh))).slice(0, MAX_GROUPS);
    if (!this.#haveMany(sorted)) return false;
    this.#index.selectOwners(this.#intersectSets(sorted), into);
    return true;
  }

  /** The lists of a group's words in names, and the matches of its phrases in all texts. */
  namesWith(group: Group): GroupMatches {
    this.#makeRoom();
    return this.#resolve(group, true, false);
  }

  /** The same as `match` for documents that are known to match. */
  score(groups: readonly Group[], documents: BitSet): DocumentMatches {
    this.#makeRoom();
    const resolved = groups.map((group) => this.#resolve(group, false)).slice(0, MAX_GROUPS);
    return this.documents.report(this.#scoreAll(resolved, documents));
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
  ): DocumentMatches & { readonly held: number } {
    const documents = this.documents;
    this.#makeRoom();
    let count = 0;
    for (const [index, group] of groups
      .slice(0, MAX_GROUPS)
      .map((one) => this.#resolve(one, false))
      .entries())
      count = documents.collectHits(group, count, 1 << index);
    const held = this.#mostTelling(count, weights, { required, anyOf });
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const document = documents.visited[i] as number;
      const hits = documents.hits[document] as number;
      documents.hits[document] = 0;
      if (held === 0 || (hits & held) !== held) continue;
      documents.moveToFront(i, kept);
      kept += 1;
    }
    documents.clearSums(kept, count);
    return { ...documents.report(kept), held };
  }

  /** Call it when a text changes. */
  forgetPhrases(): void {
    this.#phrases.clear();
  }

  #makeRoom(): void {
    if (this.documents.makeRoom()) this.#visited.clear(this.#index.owners.length);
  }

  /** The combination of groups in a document with the highest weight. */
  #mostTelling(count: number, weights: readonly number[], { required, anyOf }: HeldGroups): number {
    const { visited, hits } = this.documents;
    const combinations = new Set<number>();
    for (let i = 0; i < count; i += 1) {
      const document = visited[i] as number;
      if (this.#index.owners[document] !== NO_OWNER) combinations.add(hits[document] as number);
    }
    let best = 0;
    let most = 0;
    // In ascending order: of equal combinations, the one with the first groups.
    for (const held of [...combinations].sort((a, b) => a - b)) {
      if ((held & required) !== required || (held & anyOf) === 0) continue;
      const weight = weights.reduce((sum, one, index) => sum + ((held >>> index) & 1 ? one : 0), 0);
      if (weight > most) {
        most = weight;
        best = held;
      }
    }
    return best;
  }

  /** The lists of a group. Its phrases are matched at once, before the memory is used for the group itself. */
  #resolve(group: Group, onlyHigh: boolean, onlyHighPhrases = onlyHigh): GroupMatches {
    const phrases = (group.phrases ?? []).map((phrase) =>
      this.#phrases.of(phrase, onlyHighPhrases, () => this.#matchPhrase(phrase, onlyHighPhrases)),
    );
    return { lists: this.#index.listsOf(group, onlyHigh), phrases };
  }

  #matchPhrase({ groups, scale }: Phrase, onlyHigh: boolean): ScoredDocuments {
    const count = this.#intersect(groups.map((group) => this.#resolve(group, onlyHigh)));
    return this.documents.take(count, (sum) => Math.max(1, Math.floor(((sum / groups.length) * scale) / FULL_SCALE)));
  }

  /** Leaves the documents that match every group at the front of those visited, with their sums. @returns how many. */
  #intersect(groups: readonly GroupMatches[]): number {
    const documents = this.documents;
    const sorted = this.#bySize(groups).slice(0, MAX_GROUPS);
    const [rarest, ...others] = sorted;
    if (!rarest) return 0;
    if (others.length > 0 && this.#sizeOf(rarest) * SOME > this.#index.owners.length) {
      return this.#scoreAll(sorted, this.#intersectSets(sorted));
    }
    const visited = documents.begin(rarest);
    if (others.length === 0 || visited === 0) return visited;
    const among = this.#visited;
    among.add(documents.visited.subarray(0, visited));
    let count = visited;
    for (const group of others) {
      documents.note(group, among);
      const kept = documents.keepNoted(count);
      among.remove(documents.visited.subarray(kept, count));
      count = kept;
    }
    among.remove(documents.visited.subarray(0, count));
    documents.clearSums(count, visited);
    return count;
  }

  /** Visits documents that match every group, and sums their scores. @returns how many. */
  #scoreAll(groups: readonly GroupMatches[], matching: BitSet): number {
    const count = this.documents.visit(matching);
    for (const group of groups) {
      this.documents.note(group, matching);
      this.documents.addNoted(count);
    }
    return count;
  }

  /**
   * The set of the documents that match every group, in scratch memory. The largest group is collected; the others are only tested
   * against it.
   */
  #intersectSets(sorted: readonly GroupMatches[]): BitSet {
    const [largest, ...others] = sorted.toReversed();
    let [common, next] = this.#common;
    if (largest) this.documents.collect(largest, common);
    for (const group of others) {
      this.documents.collect(group, next, common);
      [common, next] = [next, common];
    }
    return common;
  }

  #haveMany(groups: readonly GroupMatches[]): boolean {
    const size = groups.reduce((sum, group) => sum + this.#sizeOf(group), 0);
    return size * FEW > this.#index.owners.length;
  }

  #sizeOf({ lists, phrases }: GroupMatches): number {
    const ofLists = lists.reduce((sum, { list }) => sum + this.#index.lists.lengthOf(list), 0);
    return phrases.reduce((sum, { documents }) => sum + documents.length, ofLists);
  }

  /** The groups with the fewest entries first. */
  #bySize(groups: readonly GroupMatches[]): readonly GroupMatches[] {
    if (groups.length === 1) return groups;
    const sized = groups.map((group) => ({ group, size: this.#sizeOf(group) }));
    return sized.sort((a, b) => a.size - b.size).map(({ group }) => group);
  }
}
