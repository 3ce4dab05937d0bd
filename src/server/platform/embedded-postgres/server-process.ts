import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ProgramFailure } from './failure.ts';
import { endServer } from './leftover-server.ts';
import { type Programs, programPath } from './programs.ts';
import { PROGRAM_ENVIRONMENT, runProgram, type SystemUser } from './run-program.ts';

/**
 * Runs the server given as its arguments and ends it (fast shutdown) when its standard input closes: the shop closes it
 * to stop the server, and the kernel closes it when the shop is gone for any reason. So no server outlives its shop. As
 * the server's parent it cannot signal an unrelated process with a reused id.
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
/** Enough to contain the cause of a failed start. */
const KEPT_LINES = 40;
/** A checkpoint and closing connections take a moment; longer than this means the server hangs. */
const STOP_TIMEOUT_MS = 15_000;

export interface ServerOptions {
  readonly programs: Programs;
  readonly cluster: string;
  readonly user: SystemUser | undefined;
  readonly port: number;
  /** Further arguments. */
  readonly args: readonly string[];
  /** Receives each line that reports a fault of a running server. */
  onFault(line: string): void;
}

export interface ServerProcess {
  /** Resolves when the server has exited, for any reason. */
  readonly ended: Promise<unknown>;
  /** Cleanly, then by force. */
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until it accepts connections, as long as crash recovery may take.
 * @throws ProgramFailure with its output when it exits instead.
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
    // Not in the terminal's process group: Ctrl-C is for the shop, which first finishes open work.
    detached: guarded,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // The guard may have exited when its input closes.
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
        await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      }
      if (!hasEnded) await endServer(cluster);
      await ended;
    },
  };
}
