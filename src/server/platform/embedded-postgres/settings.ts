/** PostgreSQL settings by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Settings of the embedded server: for one shop on a small machine. Durability is PostgreSQL's default: a committed
 * order survives a power cut.
 */
export const SETTINGS: ServerSettings = {
  // Loopback only, and no socket file: its path would be limited to 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The shop's pool, jobs and listener need about 35; the rest is for psql and backups.
  max_connections: '60',
  // A list of the audit log or of emails locks each month's partition with its indexes: 900 locks after five years.
  max_locks_per_transaction: '256',
  // Fits the catalogue and recent orders; memory is allocated only for pages that are read.
  shared_buffers: '256MB',
  // The planner's estimate of all caches; the default of 4 GB is more than a small machine has.
  effective_cache_size: '1GB',
  // Keeps the sort of a filtered list of a large catalogue in memory.
  work_mem: '8MB',
  // On SSDs, random reads are almost as fast as sequential ones.
  random_page_cost: '1.1',
  // The shop's queries take milliseconds: JIT compilation and parallel workers cost more than they gain. Workers would
  // also need shared memory that containers limit to 64 MB.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  // Fewer checkpoints: fewer page images in the WAL. They are not compressed: pglz, the only method of this build, saves a third of
  // the WAL but takes three quarters of the CPU time of price changes (docs/decisions/0129).
  checkpoint_timeout: '15min',
  wal_compression: 'off',
  // The same time zone and text search defaults whatever the machine's settings.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The shop reports failed statements itself, with context; statements can contain customers' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

/** The settings as arguments of the server program. */
export function settingArguments(settings: ServerSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
