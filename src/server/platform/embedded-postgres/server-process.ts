import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ProgramFailure } from './failure.ts';
import { endServer } from './leftover-server.ts';
import { type Programs, programPath } from './programs.ts';
import { PROGRAM_ENVIRONMENT, runProgram, type SystemUser } from './run-program.ts';

/**
 * Runs the server given as its arguments and ends it (fast shutdown) as soon as its own standard input is closed, which
 * the shop does to stop it and the kernel does when the shop is gone, however it went: no server outlives its shop. As
 * the server's parent it can never signal a stranger with a reused number.
 */
const GUARD = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r line <&3; kill -INT "$server"; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$server"
status=$?
kill "$watch" 2>/dev/null
exit "$status"
`;

const READY = 'database system is ready to accept connections';
/** Enough to hold the cause of a failed start. */
const KEPT_LINES = 40;
/** A server that ends connections and writes a checkpoint takes a moment; beyond this something hangs. */
const STOP_PATIENCE_MS = 15_000;

export interface ServerOptions {
  readonly programs: Programs;
  readonly cluster: string;
  readonly user: SystemUser | undefined;
  readonly port: number;
  /** Further arguments. */
  readonly args: readonly string[];
  /** Told each line that reports a fault of a running server. */
  onFault(line: string): void;
}

export interface ServerProcess {
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Orderly, then by force. */
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until it takes connections, as long as repairing after a crash may take.
 * @throws ProgramFailure with what it said when it ends instead.
 */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { programs, cluster, user, port, args, onFault } = options;
  const guarded = process.platform !== 'win32';
  const server = [programPath(programs, 'postgres'), '-D', cluster, '-p', String(port), ...args];
  const [file = '', ...rest] = guarded ? ['/bin/sh', '-c', GUARD, 'stoa-postgres', ...server] : server;
  const child = spawn(file, rest, {
    ...user,
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    // Out of the terminal's group: Ctrl-C is for the shop, which first finishes what is under way.
    detached: guarded,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // The guard may be gone when its input is closed.
  child.stdin.on('error', () => undefined);
  let hasEnded = false;
  const ended = once(child, 'close')
    .catch(() => undefined)
    .then(() => {
      hasEnded = true;
    });
  const said: string[] = [];
  let isUp = false;
  let isStopping = false;

  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new ProgramFailure('postgres', said.join('\n'))));
    createInterface(child.stderr).on('line', (line) => {
      if (isUp && !isStopping && /^(FATAL|PANIC):/.test(line)) onFault(line);
      if (isUp) return;
      said.push(line);
      if (said.length > KEPT_LINES) said.shift();
      isUp = line.includes(READY);
      if (isUp) resolve();
    });
  });

  return {
    ended,
    async stop() {
      isStopping = true;
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning) {
        if (guarded) child.stdin.end();
        else await runProgram(programPath(programs, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast'], user);
        await Promise.race([ended, pause(STOP_PATIENCE_MS, undefined, { ref: false })]);
      }
      if (!hasEnded) await endServer(cluster);
      await ended;
    },
  };
}
