import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long to wait before the next, stronger signal. */
const STEPS = [
  // Fast shutdown: ends connections, writes a checkpoint.
  { signal: 'SIGINT', timeoutMs: 15_000 },
  // Immediate shutdown: the next start recovers from the log.
  { signal: 'SIGQUIT', timeoutMs: 5_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
] as const;

/** The process id in the server's pid file, which stays behind when the server is killed. */
async function readServerId(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const id = Number.parseInt(text, 10);
  return id > 0 ? id : undefined;
}

/**
 * Whether process `id` is the server of `cluster`, and not another process with a reused id: the server's command line
 * names its cluster. A zombie has no command line.
 */
async function isServerOf(cluster: string, id: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    return line.split('\0').includes(cluster);
  }
  const listed = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(id)]).catch(() => ({ stdout: '' }));
  return listed.stdout.includes(cluster);
}

/**
 * Ends the server that runs on `cluster`, if any: cleanly first, then by force. Its data is safe in either case.
 * Only the holder of the cluster's lock may call this: the server is then its own, or was left by a killed shop.
 */
export async function endServer(cluster: string): Promise<void> {
  const id = await readServerId(cluster);
  if (id === undefined) return;
  for (const { signal, timeoutMs } of STEPS) {
    const deadline = performance.now() + timeoutMs;
    if (await isServerOf(cluster, id)) send(id, signal);
    while ((await isServerOf(cluster, id)) && performance.now() < deadline) await pause(20);
  }
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    // It has just exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Prepares `cluster` for a new server: ends a server that a killed shop left, and removes the pid file of a dead one,
 * which a new server would mistake for a running one if its id now belongs to another process.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  // On Windows only PostgreSQL's own programs can tell, and servers do not outlive their console.
  if (process.platform === 'win32') return;
  await endServer(cluster);
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}
