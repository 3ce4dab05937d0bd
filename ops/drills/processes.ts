import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Program {
  readonly child: ChildProcess;
  isRunning(): boolean;
  /** Asks it to end, and kills it if it does not. */
  stop(signal?: NodeJS.Signals, withinMs?: number): Promise<void>;
}

const open = new Set<Program>();

/**
 * Database programs refuse to run as root: they run as Debian's PostgreSQL user. In production they have their own
 * machines, so they get a higher priority here than the nodes and the load.
 */
const AS_POSTGRES = ['-n', '-10', 'setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'];

export interface ProgramOptions {
  readonly dir: string;
  readonly asPostgres?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program whose output goes to `<name>.log`. */
export function startProgram(
  name: string,
  [command = '', ...args]: readonly string[],
  { dir, asPostgres = false, env = {} }: ProgramOptions,
): Program {
  const output = openSync(join(dir, `${name}.log`), 'a');
  const drop = asPostgres && process.getuid?.() === 0;
  const child = spawn(drop ? 'nice' : command, drop ? [...AS_POSTGRES, command, ...args] : args, {
    cwd: asPostgres ? dir : process.cwd(),
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  const program: Program = {
    child,
    isRunning: () => failure === undefined && child.exitCode === null && child.signalCode === null,
    async stop(signal = 'SIGTERM', withinMs = 20_000) {
      open.delete(program);
      if (!program.isRunning()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await Promise.race([exited, sleep(withinMs, undefined, { ref: false })]);
      if (program.isRunning()) child.kill('SIGKILL');
      await exited;
    },
  };
  open.add(program);
  return program;
}

/** Stops all programs in reverse order of their start. */
export async function stopAll(): Promise<void> {
  for (const program of [...open].reverse()) await program.stop();
}

/** @throws Error naming what did not happen. */
export async function until(what: string, check: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await check().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await sleep(100);
  }
}
