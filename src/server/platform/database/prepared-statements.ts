import pg from 'pg';
import type { ObserveStatement } from '../telemetry/slow-statements.ts';
import { statementSpan } from '../telemetry/statement-span.ts';
import { traced } from '../telemetry/tracing.ts';
import type { SessionTraits } from './connection.ts';
import { createStatementNames, isStalePlan } from './statement-names.ts';

/** Deadlock detected, serialization failure. A migration that locks several tables can cause a deadlock with any join. */
const CONFLICTS = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 3;

const isConflict = (error: unknown) => error instanceof pg.DatabaseError && CONFLICTS.has(error.code ?? '');

/** SQLSTATE read_only_sql_transaction. */
const isWriteRefused = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25006';

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

/** The statements with which Kysely begins and ends a transaction. */
const BEGIN = 'begin';
const COMMIT = 'commit';
const ROLLBACK = 'rollback';

/**
 * Prefix for the last statement of a transaction, which fails if the transaction must not be committed. The commit is
 * sent together with it: its locks are held for one round trip less, even if this process is busy. After a failure
 * PostgreSQL rolls back instead.
 */
export const THEN_COMMIT = '/* then commit */';

/**
 * Prefix for a statement that is sent together with those after it, up to one with {@link THEN_COMMIT}. Its result is not
 * available; if it fails, the last statement throws its error.
 */
export const THEN_NEXT = '/* then next */';

/** Prefix for a statement with its own timeout. It has no effect inside a transaction. */
export const statementTimeout = (milliseconds: number): string => `/* timeout ${milliseconds} ms */`;
const STATEMENT_TIMEOUT = /^\/\* timeout (\d+) ms \*\//;

const NO_RESULT = { command: 'SELECT', rowCount: 0, rows: [] };

/**
 * The client of the shop's pool. It names parameterised statements, so that PostgreSQL parses and plans each once per
 * connection (twice the throughput). A statement that is stale, or that was rolled back as the victim of a deadlock, is
 * retried, unless it failed a transaction: `inTransaction` retries those as a whole.
 * Behind a pooler in transaction mode nothing outlives a transaction: statements are unnamed unless the pooler tracks
 * them, and each transaction sets its own timeouts.
 */
export function pooledClient(
  { keepsSettings, keepsStatements }: SessionTraits,
  timeouts: Readonly<Record<string, number>>,
  observe?: ObserveStatement,
): typeof pg.Client {
  const settings = Object.entries(timeouts).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  const names = createStatementNames();
  // One round trip for all settings.
  const beginWithSettings = [BEGIN, ...settings].join('; ');

  return class PooledClient extends pg.Client {
    /** The answer to a commit that was sent together with the last statement. */
    #commit: Promise<unknown> | undefined;
    /** Those sent together with the next statement. */
    readonly #sentAhead: Promise<unknown>[] = [];

    override query(...args: unknown[]): never {
      const [text, values] = args;
      const query = pg.Client.prototype.query as Query;
      if (this.#commit) {
        const sent = this.#commit;
        if (text === COMMIT || text === ROLLBACK) this.#commit = undefined;
        else throw new Error(`The transaction has ended and cannot run ${String(text)}`);
        // Kysely rolls back when the statement has failed, but the failed commit already has.
        return sent as never;
      }
      if (text === ROLLBACK) this.#sentAhead.length = 0;
      if (text === BEGIN && !keepsSettings) return query.call(this, beginWithSettings) as never;
      const isPlain = typeof text === 'string' && Array.isArray(values) && args.length === 2;
      const isLast = isPlain && (text.startsWith(THEN_NEXT) || text.startsWith(THEN_COMMIT));
      if (this.#sentAhead.length > 0 && !isLast)
        throw new Error(`The transaction must end and cannot run ${String(text)}`);
      if (!isPlain) return query.apply(this, args as []) as never;
      const answer = this.#observedQuery(text, values);
      if (!text.startsWith(THEN_NEXT)) return answer as never;
      answer.catch(() => undefined);
      this.#sentAhead.push(answer);
      return Promise.resolve(NO_RESULT) as never;
    }

    async #observedQuery(text: string, values: readonly unknown[]): Promise<unknown> {
      const began = performance.now();
      try {
        return await traced(
          () => statementSpan(text),
          () => this.#queryOf(text)(text, values),
        );
      } catch (error) {
        // The server has become a standby: the pool must not use this connection again.
        if (isWriteRefused(error)) this.end().catch(() => undefined);
        throw error;
      } finally {
        observe?.(text, performance.now() - began);
      }
    }

    #queryOf(text: string): (text: string, values: readonly unknown[]) => Promise<unknown> {
      if (text.startsWith(THEN_COMMIT)) return (...given) => this.#queryThenCommit(...given);
      if (text.startsWith(THEN_NEXT)) return (...given) => this.#queryOnce(...given);
      const [, milliseconds] = STATEMENT_TIMEOUT.exec(text) ?? [];
      if (milliseconds !== undefined && this.getTransactionStatus() === 'I')
        return (...given) => this.#queryWithTimeout(Number(milliseconds), ...given);
      return (...given) => this.#queryWithRetry(...given);
    }

    /** Sends the statement in a transaction of its own, so that the timeout ends with it and also works behind a pooler. */
    async #queryWithTimeout(milliseconds: number, text: string, values: readonly unknown[]): Promise<unknown> {
      const query = pg.Client.prototype.query as Query;
      for (let attempt = 1; ; attempt += 1) {
        const begun = query.call(this, `${BEGIN}; SET LOCAL statement_timeout = ${milliseconds}`);
        const answer = this.#queryOnce(text, values);
        const [, result, ended] = await Promise.allSettled([begun, answer, query.call(this, COMMIT)]);
        if (result.status === 'fulfilled' && ended.status === 'fulfilled') return result.value;
        const failure = result.status === 'rejected' ? result.reason : (ended as PromiseRejectedResult).reason;
        if (attempt >= MAX_ATTEMPTS || !isConflict(failure)) throw failure;
      }
    }

    async #queryThenCommit(text: string, values: readonly unknown[]): Promise<unknown> {
      const query = pg.Client.prototype.query as Query;
      const answers = [...this.#sentAhead.splice(0), this.#queryOnce(text, values)];
      const commit = query.call(this, COMMIT);
      this.#commit = commit;
      commit.catch(() => undefined);
      // If one fails, all later ones fail because of it.
      const failed = (await Promise.allSettled(answers)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      return answers.at(-1);
    }

    /** Without retry, because the transaction has failed. */
    async #queryOnce(text: string, values: readonly unknown[]): Promise<unknown> {
      const query = pg.Client.prototype.query as Query;
      const name = keepsStatements ? names.nameOf(text) : undefined;
      try {
        return await query.call(this, name === undefined ? { text, values } : { name, text, values });
      } catch (error) {
        if (name !== undefined && isStalePlan(error)) names.forget(name);
        throw error;
      }
    }

    async #queryWithRetry(text: string, values: readonly unknown[]): Promise<unknown> {
      const query = pg.Client.prototype.query as Query;
      for (let attempt = 1; ; attempt += 1) {
        const name = keepsStatements && values.length > 0 ? names.nameOf(text) : undefined;
        try {
          return await query.call(this, name === undefined ? { text, values } : { name, text, values });
        } catch (error) {
          const isStale = name !== undefined && isStalePlan(error);
          if (isStale) names.forget(name);
          const isInTransaction = this.getTransactionStatus() !== 'I';
          if (isInTransaction || attempt >= MAX_ATTEMPTS || !(isStale || isConflict(error))) throw error;
        }
      }
    }
  };
}
