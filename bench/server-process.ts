import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';

const START_TIMEOUT_MS = 600_000;
/** With a token, the server counts its CPU time from the start. */
const METRICS_TOKEN = 'the-token-of-the-bench';

export interface Usage {
  /** CPU time since the start, in seconds. */
  readonly cpuSeconds: number;
  readonly rssBytes: number;
}

export interface BenchDatabase {
  readonly url: string;
  /** Of its standby. */
  readonly replicaUrl?: string | undefined;
}

export interface ServerProcess {
  readonly origin: string;
  /** Milliseconds from the start of the process to the first response that needs the whole catalogue. */
  readonly startMs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

function metric(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  return Number(value);
}

/** A new `DATA_DIR`, for one node at a time; call `remove` in the end. */
export async function makeDataDir() {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-bench-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Starts the server on a database like `npm start`, and waits until it answers a list. */
export async function startServer(
  database: BenchDatabase,
  dataDir: string,
  script = 'src/main.ts',
): Promise<ServerProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, [resolve('scripts/run.mjs'), resolve(script)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      ...(database.replicaUrl && { DATABASE_READ_URL: database.replicaUrl }),
      DATA_DIR: dataDir,
      APP_URL: origin,
      APP_SECRET: 'a secret for measuring, and for nothing else',
      DEMO: '0',
      RATE_LIMIT: '1000000000',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN,
    },
  });
  const exited = once(child, 'exit');
  const deadline = begun + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${origin}/api/products`).catch(() => undefined);
    if (answer?.ok) break;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The server did not start');
    await wait(20);
  }
  const startMs = performance.now() - begun;
  return {
    origin,
    startMs,
    async usage() {
      const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      const text = await response.text();
      return {
        cpuSeconds: metric(text, 'process_cpu_seconds_total'),
        rssBytes: metric(text, 'process_resident_memory_bytes'),
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
