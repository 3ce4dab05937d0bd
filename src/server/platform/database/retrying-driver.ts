import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { isConnectionLost, isDatabaseUnavailable, isWithoutEffect } from './database-unavailable.ts';
import { isRead } from './is-read.ts';
import type { Outage } from './outage.ts';
import { THEN_COMMIT } from './prepared-statements.ts';

const LOST_IN = Symbol('The outage in which a transaction was lost before its commit');

interface LostError extends Error {
  [LOST_IN]?: Outage;
}

/**
 * Repeats a transaction whose connection was lost before the commit was sent, once the database answers again. Nothing
 * of it has been stored then.
 */
export async function retryAfterOutage<T>(transaction: () => Promise<T>): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      const outage = (error as LostError)[LOST_IN];
      if (!(await outage?.waitUntilOver(error as Error, since))) throw error;
    }
  }
}

async function acquire(driver: Driver, outage: Outage): Promise<DatabaseConnection> {
  // Connections that were opened before the outage would not answer, and opening another one would take until its time limit.
  outage.failIfTooLong();
  const since = performance.now();
  for (;;) {
    try {
      return await driver.acquireConnection();
    } catch (error) {
      if (!(await outage.waitUntilOver(error as Error, since))) throw error;
    }
  }
}

/** Takes another connection of the driver when its own is lost and the work can be repeated. */
class RetryingConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #outage: Outage;
  #own: DatabaseConnection | undefined;
  #isInTransaction = false;

  constructor(driver: Driver, outage: Outage, own: DatabaseConnection) {
    this.#driver = driver;
    this.#outage = outage;
    this.#own = own;
  }

  get own(): DatabaseConnection {
    if (!this.#own) throw new Error('Connection terminated: it was lost in an outage');
    return this.#own;
  }

  async begin(settings: TransactionSettings): Promise<void> {
    await this.#repeat(
      () => this.#driver.beginTransaction(this.own, settings),
      () => true,
    );
    this.#isInTransaction = true;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const execute = () => this.own.executeQuery<R>(query);
    if (!this.#isInTransaction) return this.#repeat(execute, (error) => isRead(query.sql) || isWithoutEffect(error));
    return this.#executeOnce(execute, query.sql.startsWith(THEN_COMMIT));
  }

  async #executeOnce<T>(execute: () => Promise<T>, sendsCommit: boolean): Promise<T> {
    try {
      const result = await execute();
      this.#outage.noteAnswer();
      return result;
    } catch (error) {
      const isRolledBack = !sendsCommit || isWithoutEffect(error as Error);
      if (isRolledBack && isConnectionLost(error as Error)) (error as LostError)[LOST_IN] = this.#outage;
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.own.streamQuery<R>(query, chunkSize);
  }

  async release(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    if (own) await this.#driver.releaseConnection(own);
  }

  async #repeat<T>(work: () => Promise<T>, canRepeat: (error: Error) => boolean): Promise<T> {
    const since = performance.now();
    for (;;) {
      try {
        const result = await work();
        this.#outage.noteAnswer();
        return result;
      } catch (error) {
        if (!canRepeat(error as Error)) throw error;
        // Others can use its place in the pool while this work waits.
        await this.release();
        if (!(await this.#outage.waitUntilOver(error as Error, since))) throw error;
        this.#own = await acquire(this.#driver, this.#outage);
      }
    }
  }
}

const ownOf = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof RetryingConnection ? connection.own : connection;

/**
 * Hides short outages of the database: opening a connection, beginning a transaction and reading wait until it answers.
 * See `retryAfterOutage` for transactions. Other writes fail, because they may have been stored.
 */
export class RetryingDriver implements Driver {
  readonly #driver: Driver;
  readonly #outage: Outage;

  constructor(driver: Driver, outage: Outage) {
    this.#driver = driver;
    this.#outage = outage;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RetryingConnection(this.#driver, this.#outage, await acquire(this.#driver, this.#outage));
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof RetryingConnection) await connection.begin(settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#driver.commitTransaction(ownOf(connection));
    this.#outage.noteAnswer();
  }

  /** On a lost connection there is nothing to roll back, and the caller needs to know the first error. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#driver.rollbackTransaction(ownOf(connection)).catch((error: Error) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof RetryingConnection) await connection.release();
  }

  async destroy(): Promise<void> {
    this.#outage.close();
    await this.#driver.destroy();
  }
}
