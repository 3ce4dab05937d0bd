import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import pg from 'pg';
import { isRead } from './is-read.ts';
import { forbidReplica, isReplicaAllowed, mayReplicaLag, stayOnPrimary } from './read-scope.ts';

/** Decides whether the replica can answer. */
export interface ReplicaRoute {
  /** @param of.mayLag whether it may lack changes that were announced. */
  isUsable(of: { readonly mayLag: boolean }): boolean;
  /** A statement failed there, and is run on the primary. */
  onFailure(error: Error): void;
}

/** SQLSTATE query_canceled: a timeout. A second attempt would double it. */
const isTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

/** SQLSTATE read_only_sql_transaction: a write that `NEEDS_PRIMARY` does not recognise, as in a function. */
const isWrite = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25006';

/** Takes a connection of the primary or of the replica for each statement, and keeps the primary's for a transaction. */
class RoutedConnection implements DatabaseConnection {
  readonly #primary: Driver;
  readonly #replica: Driver;
  readonly #route: ReplicaRoute;
  #own: DatabaseConnection | undefined;

  constructor(primary: Driver, replica: Driver, route: ReplicaRoute) {
    this.#primary = primary;
    this.#replica = replica;
    this.#route = route;
  }

  async primary(): Promise<DatabaseConnection> {
    this.#own ??= await this.#primary.acquireConnection();
    return this.#own;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isRead(query.sql)) forbidReplica();
    if (this.#own === undefined && isReplicaAllowed() && this.#route.isUsable({ mayLag: mayReplicaLag() })) {
      try {
        return await this.#readReplica<R>(query);
      } catch (error) {
        if (isTimeout(error)) throw error;
        if (isWrite(error)) forbidReplica();
        else this.#route.onFailure(error as Error);
      }
    }
    stayOnPrimary();
    return (await this.primary()).executeQuery<R>(query);
  }

  async #readReplica<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = await this.#replica.acquireConnection();
    try {
      return await connection.executeQuery<R>(query);
    } finally {
      await this.#replica.releaseConnection(connection);
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.primary()).streamQuery<R>(query, chunkSize);
  }

  async release(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    if (own) await this.#primary.releaseConnection(own);
  }
}

const primaryOf = (connection: DatabaseConnection): Promise<DatabaseConnection> =>
  connection instanceof RoutedConnection ? connection.primary() : Promise.resolve(connection);

/**
 * PostgreSQL with a read replica. Inside `allowReplica`, a statement that only reads is answered by the replica if
 * `route` finds it usable, and again by the primary if it fails there. Everything else uses the primary, and so do all statements
 * after the first that it has answered.
 */
export class RoutedDriver implements Driver {
  readonly #primary: Driver;
  readonly #replica: Driver;
  readonly #route: ReplicaRoute;

  constructor(primary: Driver, replica: Driver, route: ReplicaRoute) {
    this.#primary = primary;
    this.#replica = replica;
    this.#route = route;
  }

  async init(): Promise<void> {
    await this.#primary.init();
    await this.#replica.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#primary, this.#replica, this.#route);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    forbidReplica();
    await this.#primary.beginTransaction(await primaryOf(connection), settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#primary.commitTransaction(await primaryOf(connection));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#primary.rollbackTransaction(await primaryOf(connection));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof RoutedConnection) await connection.release();
  }

  async destroy(): Promise<void> {
    await this.#primary.destroy();
    await this.#replica.destroy();
  }
}
