import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';
import { type AdminCall, adminCalls } from './targets/admin.ts';

/** Measured calls of each kind, after warm-up calls that fill caches and plans. */
const CALLS = 20;
const WARM_UP = 6;
const WATCHED_EVERY_MS = 100;

interface CallTimes {
  readonly call: string;
  /** Milliseconds. */
  readonly best: number;
  readonly p50: number;
  readonly p95: number;
  readonly goal: number;
  readonly failures: number;
}

const tenth = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** Measures one back office call as a single merchant makes it: sequentially, until the last byte has arrived. */
async function measureCall(server: ServerProcess, { name, goal, path }: AdminCall, token: string): Promise<CallTimes> {
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  let failures = 0;
  for (let n = 0; n < WARM_UP + CALLS; n += 1) {
    const begun = performance.now();
    const answer = await fetch(`${server.origin}/api/admin${path(n)}`, { headers });
    await answer.arrayBuffer();
    if (answer.ok && n >= WARM_UP) times.push(performance.now() - begun);
    if (!answer.ok) failures += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => tenth(times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? Number.NaN);
  return { call: name, best: at(0), p50: at(0.5), p95: at(0.95), goal, failures };
}

interface ExportTimes {
  readonly exported: string;
  readonly seconds: number;
  readonly megabytes: number;
  /** Of the server's memory during the export. */
  readonly peakMegabytes: number;
}

/** Reads exports concurrently and samples the server's memory. */
async function measureExports(
  server: ServerProcess,
  exported: string,
  paths: readonly string[],
  token: string,
): Promise<ExportTimes> {
  const begun = performance.now();
  let [peak, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await server.usage()).rssBytes);
      await wait(WATCHED_EVERY_MS);
    }
  })();
  const bytes = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${server.origin}/api/admin${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
      let size = 0;
      for await (const part of answer.body) size += part.length;
      return size;
    }),
  );
  isOver = true;
  await watching;
  return {
    exported,
    seconds: tenth((performance.now() - begun) / 1000),
    megabytes: tenth(bytes.reduce((sum, size) => sum + size, 0) / 1e6),
    peakMegabytes: Math.round(peak / 1e6),
  };
}

const EXPORTS: readonly (readonly [name: string, paths: readonly string[]])[] = [
  ['all orders', ['/orders/export']],
  ['all users', ['/users/export']],
  ['all products', ['/products/export']],
  [
    'six at once',
    [
      '/orders/export',
      '/orders/export?status=delivered',
      '/users/export',
      '/users/export',
      '/products/export',
      '/products/export',
    ],
  ],
];

export interface BackOfficeTimes {
  readonly calls: readonly CallTimes[];
  readonly exports: readonly ExportTimes[];
}

/** @param only runs targets whose name contains it, without exports; empty runs everything. */
export async function measureBackOffice(server: ServerProcess, token: string, only: string): Promise<BackOfficeTimes> {
  const wanted = only.replace(/^:?\s*/, '');
  const calls: CallTimes[] = [];
  for (const call of adminCalls) if (call.name.includes(wanted)) calls.push(await measureCall(server, call, token));
  const exports: ExportTimes[] = [];
  if (wanted === '')
    for (const [name, paths] of EXPORTS) exports.push(await measureExports(server, name, paths, token));
  return { calls, exports };
}
