import { createHash } from 'node:crypto';
import pg from 'pg';
import type { SessionTraits } from './connection.ts';

/** Enough for every statement of the shop; the cap keeps a statement built from data from filling the server. */
const MAX_NAMED_STATEMENTS = 800;
/** Longer ones insert many rows at once: their text is another each time. */
const MAX_NAMED_LENGTH = 6_000;

/** Names by statement text. All names end with the generation, so that a new generation prepares every statement again. */
const names = new Map<string, string>();
let generation = 0;

/**
 * Begins a statement whose best plan depends on its values, such as what is looked for: PostgreSQL plans a named one for
 * any values after a few times.
 */
export const PLANNED_ANEW = '/* planned anew */';

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.includes(PLANNED_ANEW)) return undefined;
  if (names.size >= MAX_NAMED_STATEMENTS || text.length > MAX_NAMED_LENGTH) return undefined;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  const name = `${hash}.${generation}`;
  names.set(text, name);
  return name;
}

/**
 * Whether a prepared statement failed because a migration has changed the type of its result. PostgreSQL never plans such
 * a statement again: it has to be prepared under another name.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/**
 * Gives every statement another name. A migration usually affects many statements; a transaction that is run again
 * must not meet the next stale one. Sessions keep the old statements until their connections are closed.
 */
function forgetStatements(staleName: string): void {
  // Several connections can report the same migration.
  if (!staleName.endsWith(`.${generation}`)) return;
  generation += 1;
  names.clear();
}

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

/** What Kysely sends to begin a transaction. */
const BEGIN = 'begin';

/**
 * The client of the shop's pool. It names its parameterised statements, so that PostgreSQL parses and plans each once per
 * connection (twice the throughput). A statement that has gone stale is prepared again and repeated, unless it has failed
 * a transaction: `inTransaction` repeats those as a whole.
 *
 * Behind a pooler in transaction mode nothing outlives a transaction: statements have no names unless the pooler keeps
 * them, and each transaction sets its own time limits.
 */
export function pooledClient(
  { keepsSettings, keepsStatements }: SessionTraits,
  timeouts: Readonly<Record<string, number>>,
): typeof pg.Client {
  const settings = Object.entries(timeouts).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  // One round trip for all of them.
  const beginWithSettings = [BEGIN, ...settings].join('; ');

  return class PooledClient extends pg.Client {
    override query(...args: unknown[]): never {
      const [text, values] = args;
      const query = pg.Client.prototype.query as Query;
      if (text === BEGIN && !keepsSettings) return query.call(this, beginWithSettings) as never;
      const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && args.length === 2;
      if (isPlain && keepsStatements) return this.#queryPrepared(text, values) as never;
      return query.apply(this, args as []) as never;
    }

    async #queryPrepared(text: string, values: readonly unknown[]): Promise<unknown> {
      const query = pg.Client.prototype.query as Query;
      const name = statementName(text);
      if (name === undefined) return query.call(this, { text, values });
      try {
        return await query.call(this, { name, text, values });
      } catch (error) {
        if (!isStalePlan(error)) throw error;
        forgetStatements(name);
        if (this.getTransactionStatus() !== 'I') throw error;
        return query.call(this, { name: statementName(text), text, values });
      }
    }
  };
}
