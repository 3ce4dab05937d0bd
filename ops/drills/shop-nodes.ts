import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { local, nodePort, type ServerNumber } from './ports.ts';
import { type Program, startProgram, until } from './processes.ts';

/** The shop on its cluster. */
export interface Shop {
  readonly cluster: Cluster;
  readonly nodes: Map<ServerNumber, Program>;
  /** The folder of the release that replaces this one in the upgrade. */
  readonly nextRelease: string | undefined;
  /** Reports what a drill has measured. */
  readonly print: (line: string) => void;
}

const READY_WITHIN_MS = 120_000;
/** Longer than HAProxy takes to notice a new state of a node. */
const DRAIN_MS = 1_000;
const BALANCED_MS = 1_500;

/** @param root of the release that the node runs */
export function startNode({ cluster, nodes }: Shop, number: ServerNumber, root = resolve()): void {
  const program = startProgram(
    `node${number}`,
    [process.execPath, join(root, 'scripts/run.mjs'), join(root, 'src/main.ts')],
    {
      dir: cluster.dir,
      env: {
        ...cluster.env,
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: String(nodePort(number)),
        DATA_DIR: join(cluster.dir, `node${number}`),
        APP_URL: cluster.origin,
        APP_SECRET: 'a secret for drills, and for nothing else',
        TRUST_PROXY: '1',
        RATE_LIMIT: '1000000000',
        LOG_LEVEL: 'warn',
        DEMO: '0',
      },
    },
  );
  nodes.set(number, program);
}

export async function untilReady(number: ServerNumber): Promise<void> {
  const url = `${local(nodePort(number))}/readyz`;
  await until(`node ${number} is ready`, async () => (await fetch(url)).ok, READY_WITHIN_MS);
}

/** Restarts a node as an upgrade does: the balancer sends it no requests meanwhile. */
export async function restartNode(shop: Shop, number: ServerNumber, root?: string): Promise<void> {
  await shop.cluster.balance(number, 'drain');
  await sleep(DRAIN_MS);
  await shop.nodes.get(number)?.stop();
  startNode(shop, number, root);
  await untilReady(number);
  await shop.cluster.balance(number, 'ready');
  await sleep(BALANCED_MS);
}

/** The node itself, which is a child process of `scripts/run.mjs`. */
export async function listeningProcess(program: Program): Promise<number> {
  const { pid } = program.child;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}
