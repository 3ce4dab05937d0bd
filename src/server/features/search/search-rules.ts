import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';
import { normalizeQuery } from './normalize-query.ts';
import { type RuleColumns, readRules } from './rules.store.ts';

/** What merchants decided for single searches, kept in memory until any node changes it. */
export interface SearchRules {
  find(text: string): Promise<RuleColumns | undefined>;
}

/** Announcements may be lost with their connection: then rules are read again after this time. */
const UNANNOUNCED_MAX_AGE_MS = 2_000;

export function createSearchRules(db: Database, changes: ChangeFeed): SearchRules {
  let kept: { readonly rules: Promise<ReadonlyMap<string, RuleColumns>>; readonly at: number } | undefined;
  changes.onChange(({ kind }) => {
    if (kind === 'search_rule' || kind === 'resync') kept = undefined;
  });

  function current(): Promise<ReadonlyMap<string, RuleColumns>> {
    reportSecondConnection();
    if (kept && (changes.isLive() || performance.now() - kept.at < UNANNOUNCED_MAX_AGE_MS)) return kept.rules;
    const rules = fillCache(() => readRules(db)).then((rows) => new Map(rows.map((rule) => [rule.query, rule])));
    const reading = { rules, at: performance.now() };
    kept = reading;
    rules.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return rules;
  }

  return {
    async find(text) {
      const rules = await current();
      return rules.size === 0 ? undefined : rules.get(normalizeQuery(text));
    },
  };
}
