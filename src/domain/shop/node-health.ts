/** From when on the state of a node needs attention. `ops/alerts.yml` uses the same limits. */

/** A read replica that is further behind is not read. */
export const MAX_REPLICA_LAG_MS = 1_000;
export const LOW_DISK_BYTES = 1_000_000_000;
export const LOW_DISK_SHARE = 0.1;
/** A node places about 50 orders a second, and a customer waits at most six: the others have to try again. */
export const LONG_LINE = 300;

interface DiskSpace {
  readonly free_bytes: number;
  readonly total_bytes: number;
}

export const isDiskLow = ({ free_bytes: free, total_bytes: total }: DiskSpace): boolean =>
  free < LOW_DISK_BYTES || free < LOW_DISK_SHARE * total;

export const isLineLong = (customers: number): boolean => customers > LONG_LINE;

interface Replica {
  readonly is_used: boolean;
  /** Null: it cannot be reached. */
  readonly lag_ms: number | null;
}

/** What is wrong with a replica; undefined: nothing. */
export function replicaProblem({
  is_used: isUsed,
  lag_ms: lag,
}: Replica): 'unreachable' | 'lagging' | 'unused' | undefined {
  if (lag === null) return 'unreachable';
  if (lag > MAX_REPLICA_LAG_MS) return 'lagging';
  return isUsed ? undefined : 'unused';
}

/**
 * Synchronous code of a plug-in that takes at least this long counts as a block, because all other requests wait for it. A shorter
 * delay can be the compilation of code that runs for the first time.
 */
export const BLOCK_MS = 200;
