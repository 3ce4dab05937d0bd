import autocannon from 'autocannon';
import type { PostgresLoad, WatchedPostgres } from './postgres-load.ts';
import type { ServerProcess } from './server-process.ts';
import type { Target } from './targets/target.ts';

const CONNECTIONS = 50;
/** A larger shop may reach two thirds of the targets. */
const SMALL_SHOP = 10_000;

export interface Measurement {
  readonly target: string;
  readonly products: number;
  readonly requestsPerSecond: number;
  readonly goal: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server process per request, in microseconds. */
  readonly cpuMicros: number;
  /** Of PostgreSQL; undefined for a server on another machine. */
  readonly postgresMicros: number | undefined;
  /** Of the standby, and its share of all transactions in percent; undefined without a standby. */
  readonly standbyMicros: number | undefined;
  readonly standbyShare: number | undefined;
  /** Memory of the server process after the last run. */
  readonly megabytes: number;
  readonly failures: number;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Rounded; undefined if a value is. */
function medianOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : Math.round(median(known));
}

async function readServers({ primary, standby }: Load): Promise<[PostgresLoad, PostgresLoad | undefined]> {
  return [await primary.read(), await standby?.read()];
}

function between(before: PostgresLoad, after: PostgresLoad, requests: number) {
  const isKnown = before.cpuSeconds !== undefined && after.cpuSeconds !== undefined;
  return {
    cpuMicros: isKnown ? ((after.cpuSeconds - before.cpuSeconds) / requests) * 1e6 : undefined,
    transactions: after.transactions - before.transactions,
  };
}

export interface Load {
  readonly products: number;
  readonly runs: number;
  /** For each run. */
  readonly seconds: number;
  readonly primary: WatchedPostgres;
  readonly standby: WatchedPostgres | undefined;
}

/** Puts one target under load several times. @returns the medians. */
export async function measure(server: ServerProcess, target: Target, load: Load): Promise<Measurement> {
  let n = 0;
  const run = async (length: { duration: number } | { amount: number }) => {
    const before = await server.usage();
    const [primaryBefore, standbyBefore] = await readServers(load);
    const result = await autocannon({
      url: server.origin,
      connections: target.connections ?? CONNECTIONS,
      ...length,
      requests: [
        {
          setupRequest: (request) => {
            n += 1;
            const { method = 'GET' } = target;
            const parts = { method, path: target.path(n, load.products) };
            const headers = { ...request.headers, ...target.headers?.(n) };
            return { ...request, ...parts, headers, ...(target.body ? { body: target.body(n, load.products) } : {}) };
          },
        },
      ],
    });
    const after = await server.usage();
    const [primaryAfter, standbyAfter] = await readServers(load);
    const { total } = result.requests;
    const primary = between(primaryBefore, primaryAfter, total);
    const standby = standbyBefore && standbyAfter && between(standbyBefore, standbyAfter, total);
    return {
      perSecond: result.requests.total / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      rssBytes: after.rssBytes,
      cpuMicros: ((after.cpuSeconds - before.cpuSeconds) / result.requests.total) * 1e6,
      postgresMicros: primary.cpuMicros,
      standbyMicros: standby?.cpuMicros,
      standbyShare: standby && (standby.transactions / (standby.transactions + primary.transactions)) * 100,
      failures: result.errors + result.timeouts + result.non2xx,
    };
  };
  await run(target.warmUp ? { amount: target.warmUp } : { duration: 1 });
  const results = [];
  for (let i = 0; i < load.runs; i += 1) results.push(await run({ duration: load.seconds }));
  return {
    target: target.name,
    products: load.products,
    goal: load.products > SMALL_SHOP && !target.isHot ? Math.round((target.goal * 2) / 3) : target.goal,
    requestsPerSecond: Math.round(median(results.map(({ perSecond }) => perSecond))),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
    cpuMicros: Math.round(median(results.map(({ cpuMicros }) => cpuMicros))),
    postgresMicros: medianOf(results.map(({ postgresMicros }) => postgresMicros)),
    standbyMicros: medianOf(results.map(({ standbyMicros }) => standbyMicros)),
    standbyShare: medianOf(results.map(({ standbyShare }) => standbyShare)),
    megabytes: Math.round((results.at(-1)?.rssBytes ?? 0) / 1e6),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  };
}
