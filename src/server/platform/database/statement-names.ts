import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Enough for every statement of the shop; the cap prevents statements built from data from filling the server's memory.
 */
const MAX_NAMED_STATEMENTS = 800;
/** Longer ones insert many rows at once, with a different text each time. */
const MAX_NAMED_LENGTH = 6_000;

/**
 * Prefix for statements whose best plan depends on their values, such as a search term: PostgreSQL would switch a named
 * statement to a generic plan after a few executions.
 */
export const FORCE_CUSTOM_PLAN = '/* custom plan */';

/** Names of the prepared statements of a pool. */
export interface StatementNames {
  /** @returns undefined for a statement that should not be prepared. */
  nameOf(text: string): string | undefined;
  /**
   * Renames all statements. A migration usually affects many of them, and a retried transaction must not fail on the next
   * stale one. Sessions keep the old statements until their connections close.
   */
  forget(staleName: string): void;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  /** All names end with it, so a new generation prepares every statement again. */
  let generation = 0;

  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (text.includes(FORCE_CUSTOM_PLAN)) return undefined;
      if (names.size >= MAX_NAMED_STATEMENTS || text.length > MAX_NAMED_LENGTH) return undefined;
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 24);
      const name = `${hash}.${generation}`;
      names.set(text, name);
      return name;
    },
    forget(staleName) {
      // Several connections can report the same migration.
      if (!staleName.endsWith(`.${generation}`)) return;
      generation += 1;
      names.clear();
    },
  };
}

/**
 * Whether a prepared statement failed because a migration changed its result type. PostgreSQL never replans such a
 * statement: it must be prepared under another name.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
