import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';
import { readSynonymRules } from './synonyms.store.ts';
import { createLexicon, type Lexicon } from './words/lexicon.ts';

/** The shop's synonyms, those of the merchant included, kept in memory until any node changes them. */
export interface SearchSynonyms {
  /** @returns the same object until something changes. */
  current(): Promise<Lexicon>;
}

/** Announcements may be lost with their connection: then synonyms are read again after this time. */
const UNANNOUNCED_MAX_AGE_MS = 2_000;

export function createSearchSynonyms(db: Database, changes: ChangeFeed): SearchSynonyms {
  let kept: { readonly lexicon: Promise<Lexicon>; readonly at: number } | undefined;
  changes.onChange(({ kind }) => {
    if (kind === 'search_synonym' || kind === 'resync') kept = undefined;
  });

  return {
    current() {
      reportSecondConnection();
      if (kept && (changes.isLive() || performance.now() - kept.at < UNANNOUNCED_MAX_AGE_MS)) return kept.lexicon;
      const reading = { lexicon: fillCache(() => readSynonymRules(db)).then(createLexicon), at: performance.now() };
      kept = reading;
      reading.lexicon.catch(() => {
        if (kept === reading) kept = undefined;
      });
      return reading.lexicon;
    },
  };
}
