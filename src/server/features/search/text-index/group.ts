/** Maximum words of a search; more would not change the result. */
export const MAX_GROUPS = 8;
/** How much a match counts is `impact * scale / 16`. */
export const FULL_SCALE = 16;
export const NO_WORDS = new Int32Array(0);

/** The indexed words that match one word of a search. */
export interface Group {
  /** The word as typed, unless it occurs nowhere. */
  readonly exact: number | undefined;
  /** Words with the same stem, including the word itself. */
  readonly forms: readonly number[];
  /** Words with this prefix: half the impact. */
  readonly beginnings: Int32Array;
  /** Places with a lower impact do not count; missing: all do. */
  readonly minImpact?: number;
  /** Names in which the word only describes the thing do not count. */
  readonly onlyThings?: boolean;
  /** Synonyms and narrower terms. */
  readonly related?: readonly RelatedWord[];
  /** Multi-word synonyms. */
  readonly phrases?: readonly Phrase[];
}

export interface RelatedWord {
  readonly word: number;
  readonly scale: number;
  readonly minImpact: number;
  readonly onlyThings: boolean;
}

/** Words that must all match. */
export interface Phrase {
  readonly groups: readonly Group[];
  readonly scale: number;
}

/** A group of alternatives only, without a word as typed. */
export const alternativesGroup = (phrases: readonly Phrase[], related: readonly RelatedWord[] = []): Group => ({
  exact: undefined,
  forms: [],
  beginnings: NO_WORDS,
  related,
  phrases,
});
