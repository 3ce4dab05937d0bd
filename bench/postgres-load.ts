import pg from 'pg';
import { findPostgresCpu } from './postgres-cpu.ts';

/** What a PostgreSQL server has done so far. */
export interface PostgresLoad {
  /** CPU time in seconds; undefined for a server on another machine. */
  readonly cpuSeconds: number | undefined;
  /** In the database of the bench. A read outside of a transaction counts as one. */
  readonly transactions: number;
}

export interface WatchedPostgres {
  read(): Promise<PostgresLoad>;
  close(): Promise<void>;
}

export async function watchPostgres(url: string): Promise<WatchedPostgres> {
  const cpu = await findPostgresCpu(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async read() {
      const { rows } = await client.query<{ count: string }>(
        'SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()',
      );
      return { cpuSeconds: cpu?.(), transactions: Number(rows[0]?.count) };
    },
    close: () => client.end(),
  };
}
