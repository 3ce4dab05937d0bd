import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '#test/free-port.ts';

const ROOT = resolve(import.meta.dirname, '..');
const START_TIMEOUT_MS = 80_000;

export interface DemoShop {
  /** Its origin. */
  readonly url: string;
  /** Its database. */
  readonly dataDir: string;
  /** Output so far. */
  output(): string;
  stop(): Promise<void>;
}

async function untilReady(url: string, shop: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (shop.exitCode !== null) throw new Error(`The shop stopped while starting:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`The shop did not start in time:\n${output()}`);
}

/**
 * Starts the demo shop like `npm start`, with its own PostgreSQL, folder and ports.
 * @param root the repository, or a copy of it
 */
export async function startDemoShop(root = ROOT): Promise<DemoShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let output = '';
  const shop = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      APP_URL: url,
      DEMO: '1',
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await untilReady(url, shop, () => output);
  } catch (error) {
    shop.kill('SIGTERM');
    throw error;
  }
  return {
    url,
    dataDir,
    output: () => output,
    async stop() {
      shop.kill('SIGTERM');
      if (shop.exitCode === null) await once(shop, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
