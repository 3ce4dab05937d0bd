import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK']).toString());

interface ProcessTimes {
  readonly parent: number;
  /** Clock ticks of the process itself. */
  readonly own: number;
  /** Those of its children that have ended. */
  readonly ended: number;
}

/** @returns undefined when the process has ended. See proc_pid_stat(5). */
function timesOf(pid: string | number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (index: number) => Number(fields[index]);
    return { parent: field(1), own: field(11) + field(12), ended: field(13) + field(14) };
  } catch {
    return undefined;
  }
}

/**
 * Reads the CPU time of a PostgreSQL server on this machine: of its postmaster and all its children, in seconds.
 * @returns a function that reads it; undefined for a server on another machine, or a system without /proc.
 */
export async function findPostgresCpu(url: string): Promise<(() => number) | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = timesOf(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  if (postmaster === undefined || !timesOf(postmaster)) return undefined;
  return () => {
    const { own = 0, ended = 0 } = timesOf(postmaster) ?? {};
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(timesOf)
      .filter((times) => times?.parent === postmaster);
    return children.reduce((sum, times) => sum + (times?.own ?? 0), own + ended) / TICKS_PER_SECOND;
  };
}
