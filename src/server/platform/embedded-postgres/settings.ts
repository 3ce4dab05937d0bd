/** Values of PostgreSQL's own settings, by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * How the embedded server is set up: for one shop on a small machine. Durability is PostgreSQL's default, that is full:
 * an answered order survives a power cut.
 */
export const SETTINGS: ServerSettings = {
  // Only programs on this machine, and no socket file: its path would be limited to 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The shop's pool, its jobs and its listener need some 35; the rest is for psql and backups.
  max_connections: '60',
  // Holds the catalogue and the recent orders; memory is only taken when pages are really read.
  shared_buffers: '256MB',
  // What the planner may expect in all caches together; the default of 4 GB is more than a small machine has.
  effective_cache_size: '1GB',
  // Sorting a filtered list of a large catalogue stays in memory.
  work_mem: '8MB',
  // Solid-state disks read anywhere almost as fast as in order.
  random_page_cost: '1.1',
  // The shop's queries last milliseconds: compiling them, or starting helpers for them, costs more than it gains.
  // Helpers would also need shared memory that containers limit to 64 MB.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  // Fewer checkpoints, and smaller page images after each: less written for each order.
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // The same times and sort of text whatever the machine is set to.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement is the shop's to report, with its own context; statements can hold a customer's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

/** The settings as arguments of the server program; `own` wins. */
export function settingArguments(own: ServerSettings): string[] {
  return Object.entries({ ...SETTINGS, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
