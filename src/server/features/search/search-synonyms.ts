import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';
import { readSynonymRules } from './synonyms.store.ts';
import { createLexicon, type Lexicon, type SynonymRule } from './words/lexicon.ts';

/** The shop's synonyms, those of the merchant included, kept in memory until any node changes them. */
export interface SearchSynonyms {
  /** @returns the same object until something changes. */
  current(): Promise<Lexicon>;
}

/** Announcements may be lost with their connection: then synonyms are read again after this time. */
const UNANNOUNCED_MAX_AGE_MS = 2_000;

/** Builds a new lexicon only if the rules have changed: that takes about 20 ms, and drops all cached searches. */
function memoizeLexicon(): (rules: readonly SynonymRule[]) => Lexicon {
  let last: { readonly rules: string; readonly lexicon: Lexicon } | undefined;
  return (rules) => {
    const text = JSON.stringify(rules);
    if (last?.rules !== text) last = { rules: text, lexicon: createLexicon(rules) };
    return last.lexicon;
  };
}

export function createSearchSynonyms(db: Database, changes: Pick<ChangeFeed, 'onChange' | 'isLive'>): SearchSynonyms {
  const lexiconOf = memoizeLexicon();
  let kept: { readonly lexicon: Promise<Lexicon>; readonly at: number } | undefined;
  changes.onChange(({ kind }) => {
    if (kind === 'search_synonym' || kind === 'resync') kept = undefined;
  });

  return {
    current() {
      reportSecondConnection();
      if (kept && (changes.isLive() || performance.now() - kept.at < UNANNOUNCED_MAX_AGE_MS)) return kept.lexicon;
      const reading = { lexicon: fillCache(() => readSynonymRules(db)).then(lexiconOf), at: performance.now() };
      kept = reading;
      reading.lexicon.catch(() => {
        if (kept === reading) kept = undefined;
      });
      return reading.lexicon;
    },
  };
}
