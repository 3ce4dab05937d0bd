import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findRunningDatabase } from '#server/platform/embedded-postgres/index.ts';
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

interface RunningNode {
  /** Output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a node like `npm start`. */
async function startNode(root: string, env: { readonly PORT: string } & NodeJS.ProcessEnv): Promise<RunningNode> {
  let output = '';
  const node = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      SANDBOX_PORT: String(await freePort()),
      DEMO: '1',
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [node.stdout, node.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await untilReady(`http://localhost:${env.PORT}`, node, () => output);
  } catch (error) {
    node.kill('SIGTERM');
    throw error;
  }
  return {
    output: () => output,
    async stop() {
      node.kill('SIGTERM');
      if (node.exitCode === null) await once(node, 'exit');
    },
  };
}

/**
 * Starts the demo shop with its own PostgreSQL, folder and ports.
 * @param root the repository, or a copy of it
 */
export async function startDemoShop(root = ROOT): Promise<DemoShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-e2e-'));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const { output, stop } = await startNode(root, { PORT: port, DATABASE_URL: '', DATA_DIR: dataDir, APP_URL: url });
  return {
    url,
    dataDir,
    output,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts another node of a demo shop, and returns its own origin. */
export async function startSecondNode({ url, dataDir }: Pick<DemoShop, 'url' | 'dataDir'>) {
  const port = String(await freePort());
  const database = await findRunningDatabase(dataDir);
  const env = { PORT: port, DATABASE_URL: database, DATA_DIR: dataDir, APP_URL: url };
  const { stop } = await startNode(ROOT, env);
  return { origin: `http://localhost:${port}`, stop };
}
