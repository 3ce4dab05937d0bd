import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ProgramFailure } from './failure.ts';
import { clearLeftovers } from './leftover-server.ts';
import { type ServerOptions, type ServerProcess, startServerProcess } from './server-process.ts';

/** Receives one line of text at a time, like a logger or the console. */
export interface LineLog {
  info(line: string): void;
  warn(line: string): void;
}

const ATTEMPTS = 5;
const PAUSE_MS = 2_000;

/** Starts the server on a free port and restarts it there whenever it dies, until `stop`. */
export async function superviseServer(
  options: Omit<ServerOptions, 'port' | 'onFault'>,
  log: LineLog,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const start = async (port: number) => {
    await clearLeftovers(options.cluster);
    return startServerProcess({ ...options, port, onFault: (line) => log.warn(`PostgreSQL: ${line}`) });
  };
  const first = await startOnFreePort(start);
  let server = first.server;
  let isStopping = false;

  async function restartWhenDead(): Promise<void> {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      log.warn('The database server has ended unexpectedly and is started again.');
      await pause(PAUSE_MS);
      try {
        server = await start(first.port);
      } catch (error) {
        log.warn((error as Error).message);
        continue;
      }
      if (isStopping) await server.stop();
    }
  }

  const watch = restartWhenDead();
  return {
    port: first.port,
    async stop() {
      isStopping = true;
      await server.stop();
      await watch;
    },
  };
}

/** Another program can take the free port before the server does: then try the next one. */
async function startOnFreePort(
  start: (port: number) => Promise<ServerProcess>,
): Promise<{ readonly port: number; readonly server: ServerProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { port, server: await start(port) };
    } catch (error) {
      const passes = error instanceof ProgramFailure && /Address already in use|shared memory block/.test(error.said);
      if (!passes || attempt === ATTEMPTS) throw error;
      // The second cause: processes of a killed server, which exit within moments.
      await pause(PAUSE_MS);
    }
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
