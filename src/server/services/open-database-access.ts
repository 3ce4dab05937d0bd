import { type ChangeFeed, openChangeFeed } from '../cluster/change-feed.ts';
import type { Config } from '../platform/config.ts';
import type { DatabaseConnection } from '../platform/database/connection.ts';
import { type ConnectionCounts, type Database, openDatabase } from '../platform/database/database.ts';
import { openReadReplica, type ReadReplica } from '../platform/database/read-replica.ts';
import { logSecondConnections } from '../platform/database/transaction-scope.ts';
import type { Logger } from '../platform/log.ts';
import { type RouteReads, readPrimary, routeReads } from '../platform/route-reads.ts';
import { logSlowStatements, type SlowStatements } from '../platform/telemetry/slow-statements.ts';

/** Share of the connections that is reserved for GET endpoints and pages. */
const READING_SHARE = 0.25;

export interface DatabaseAccess {
  readonly db: Database;
  readonly countConnections: () => ConnectionCounts;
  /** Before closing: what still waits in an outage fails, so that nothing waits for it. */
  readonly stopWaiting: () => void;
  readonly replica: ReadReplica | undefined;
  readonly routeReads: RouteReads;
  readonly changes: ChangeFeed;
  readonly slowStatements: SlowStatements;
}

/**
 * Opens the connections to the database and to its read replica, and the feed of changes.
 * @param opened closes each part.
 */
export async function openDatabaseAccess(
  opened: AsyncDisposableStack,
  { databasePool: poolSize, databaseOutageWaitMs: outageWaitMs, slowStatementMs }: Config,
  { url, directUrl, traits, replica: standby }: DatabaseConnection,
  log: Logger,
): Promise<DatabaseAccess> {
  let isClosing = false;
  const slowStatements = logSlowStatements(log, slowStatementMs);
  const onStatement = slowStatements.observe;
  const replica = standby && (await openReadReplica({ ...standby, primaryUrl: directUrl, poolSize, onStatement, log }));
  if (replica) opened.defer(() => replica.close());
  const onError = (error: Error) => isClosing || log.warn({ err: error }, 'A database connection broke');
  const reservedSize = Math.max(1, Math.floor(poolSize * READING_SHARE));
  const options = { url, traits, poolSize, reservedSize, outageWaitMs, onError, onStatement };
  const { db, countConnections, stopWaiting } = openDatabase(options, replica);
  opened.defer(() => {
    isClosing = true;
    return db.destroy();
  });
  opened.defer(logSecondConnections(log));
  const changes = await openChangeFeed(directUrl, log);
  opened.defer(() => changes.close());
  // Before all caches: what fills them again is then at least as new as the change.
  changes.onChange(() => replica?.noteChange());
  replica?.follow(changes.isLive);
  const routing = replica ? routeReads(replica, db) : readPrimary;
  return { db, countConnections, stopWaiting, replica, routeReads: routing, changes, slowStatements };
}
