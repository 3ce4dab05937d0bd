import autocannon from 'autocannon';
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
  /** Memory of the server process after the last run. */
  readonly megabytes: number;
  readonly failures: number;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export interface Load {
  readonly products: number;
  readonly runs: number;
  /** For each run. */
  readonly seconds: number;
  /** CPU time of PostgreSQL so far, in seconds. */
  readonly postgresCpu: (() => number) | undefined;
}

/** Puts one target under load several times. @returns the medians. */
export async function measure(server: ServerProcess, target: Target, load: Load): Promise<Measurement> {
  let n = 0;
  const run = async (length: { duration: number } | { amount: number }) => {
    const before = await server.usage();
    const postgresBefore = load.postgresCpu?.();
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
    const postgresAfter = load.postgresCpu?.();
    return {
      perSecond: result.requests.total / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      rssBytes: after.rssBytes,
      cpuMicros: ((after.cpuSeconds - before.cpuSeconds) / result.requests.total) * 1e6,
      postgresMicros: (((postgresAfter ?? 0) - (postgresBefore ?? 0)) / result.requests.total) * 1e6,
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
    postgresMicros: load.postgresCpu && Math.round(median(results.map(({ postgresMicros }) => postgresMicros))),
    megabytes: Math.round((results.at(-1)?.rssBytes ?? 0) / 1e6),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  };
}
