import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long each signal may take before the next, harder one. */
const STEPS = [
  // Fast shutdown: ends connections, writes a checkpoint.
  { signal: 'SIGINT', patienceMs: 15_000 },
  // Immediate shutdown: the next start repairs from the log.
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

/** The process id in the file that a server keeps while it runs, and leaves behind when it is killed. */
async function readServerId(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const id = Number.parseInt(text, 10);
  return id > 0 ? id : undefined;
}

/**
 * Whether process `id` is the server of `cluster`, and not one that got a dead server's number: a server's command line
 * names its cluster. A process that has ended but was never waited for has none.
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
 * Ends the server that runs on `cluster`, if any: orderly first, then by force. Its data is safe in every case.
 *
 * Only for a holder of the cluster's lock: the server is then the shop's own, or one that a killed shop left.
 */
export async function endServer(cluster: string): Promise<void> {
  const id = await readServerId(cluster);
  if (id === undefined) return;
  for (const { signal, patienceMs } of STEPS) {
    const deadline = performance.now() + patienceMs;
    if (await isServerOf(cluster, id)) send(id, signal);
    while ((await isServerOf(cluster, id)) && performance.now() < deadline) await pause(20);
  }
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    // It has just ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Clears the way for a new server on `cluster`: ends one that a killed shop left, and removes the note of a dead one,
 * which a new server would take for a running one whenever its number now belongs to any other process.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  // On Windows only PostgreSQL's own programs can tell, and its servers do not outlive the console they began in.
  if (process.platform === 'win32') return;
  await endServer(cluster);
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}
