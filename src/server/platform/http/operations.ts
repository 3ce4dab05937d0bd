import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Refusal } from '../refusal.ts';
import { hashToken } from '../security/sealing.ts';
import type { GaugeSource } from '../telemetry/gauge-source.ts';
import { MONITORING_ROUTES } from '../telemetry/monitoring-routes.ts';
import { currentTracer } from '../telemetry/tracing.ts';
import { ALWAYS_ANSWERED } from './overload.ts';

const ALWAYS = { config: ALWAYS_ANSWERED } as const;
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Monitoring gives up after some seconds; waiting for a silent database would take twenty-five. */
const READY_WITHIN_MS = 3_000;

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
/** Headers that mean the request came through a proxy on this machine. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

export interface MetricsAccess {
  /** Bearer token for `/metrics`. */
  readonly metricsToken: string | undefined;
  readonly production: boolean;
}

/** Metrics reveal load and versions: they are for the operator only. */
function mayReadMetrics(
  { socket, headers }: FastifyRequest,
  { metricsToken: token, production }: MetricsAccess,
): boolean {
  if (token !== undefined) {
    const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(hashToken(given), hashToken(token));
  }
  // A proxy on the same machine may add no header; then every request seems to be local.
  if (production) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

/** Conditions for sending requests to this node. */
export interface Readiness {
  /** @throws when the database is unavailable or not migrated */
  readonly checkDatabase: () => Promise<void>;
  /** What loads after the start, by name: whether it is loaded. */
  readonly loading: Readonly<Record<string, () => boolean>>;
}

function registerGauge(registry: Registry, { isCounter, name, help, labelNames, read }: GaugeSource): void {
  if (isCounter) {
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        this.reset();
        for (const { labels, value } of await read()) this.inc(labels, value);
      },
    });
    return;
  }
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      // Without the database the other figures are still answered.
      const values = await read().catch(() => []);
      this.reset();
      // A gauge without labels is reset to 0, which would be a value: no lag, or a backup in 1970.
      if (labelNames.length === 0) this.remove();
      for (const { labels, value } of values) this.set(labels, value);
    },
  });
}

interface InLineCounter {
  readonly gauge: GaugeSource;
  /** Call it where the response is also counted by its status, so that alert rules can subtract one from the other. */
  readonly countResponse: (request: FastifyRequest) => void;
}

/** These 503 responses are not errors: the customer keeps the place and tries again. */
function createInLineCounter(app: FastifyInstance): InLineCounter {
  const sentBack = new WeakSet<FastifyRequest>();
  let count = 0;
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof Refusal && error.code === 'server.in_line') sentBack.add(request);
  });
  return {
    gauge: {
      isCounter: true,
      name: 'stoa_in_line_responses_total',
      help: 'Responses with status 503 and code server.in_line: the customer waits in line and tries again',
      labelNames: [],
      read: async () => [{ labels: {}, value: count }],
    },
    countResponse(request) {
      if (sentBack.has(request)) count += 1;
    },
  };
}

const NOT_READY_RETRY_SECONDS = 2;

async function answersInTime(check: () => Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, READY_WITHIN_MS, false).unref();
  });
  const answers = check().then(
    () => true,
    () => false,
  );
  return Promise.race([answers, late]);
}

/**
 * What an operator watches: `/healthz` (the process answers), `/startz` (everything is loaded: load balancers may send
 * requests), `/readyz` (the database answers too), `/metrics` (Prometheus text: process figures, the time of all other requests by route, method and status, and `gauges`).
 * @param metrics without a token `/metrics` is off in production; elsewhere it answers this machine, and nobody through a
 * proxy.
 */
export function bindOperations(
  app: FastifyInstance,
  { checkDatabase, loading }: Readiness,
  metrics: MetricsAccess,
  gauges: readonly GaugeSource[] = [],
): void {
  const registry = new Registry();
  let isCollecting = false;
  /** Only where metrics are read: measuring the event loop wakes the process a hundred times a second. Counters start at 0 here. */
  const collectProcessMetrics = () => {
    if (!isCollecting) collectDefaultMetrics({ register: registry });
    isCollecting = true;
  };
  if (metrics.metricsToken !== undefined) collectProcessMetrics();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, in seconds',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const inLine = createInLineCounter(app);
  for (const gauge of [...gauges, inLine.gauge]) {
    registerGauge(registry, gauge);
    currentTracer()?.exportGauge(gauge);
  }
  // Not async: a promise per response would cost more than both counters.
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (!MONITORING_ROUTES.has(route))
      duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    inLine.countResponse(request);
    done();
  });

  app.get('/healthz', ALWAYS, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  const notReady = (reason: string) => ({ data: { reason }, retryAfterSeconds: NOT_READY_RETRY_SECONDS });
  const checkLoaded = () => {
    const missing = Object.keys(loading).find((name) => !loading[name]?.());
    if (missing) throw new Refusal('server.starting', notReady(missing));
  };
  // Does not check the database: in an outage, a load balancer would remove all nodes, and requests could not wait for its end
  // (docs/decisions/0093).
  app.get('/startz', ALWAYS, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    checkLoaded();
    return { status: 'started' };
  });
  app.get('/readyz', ALWAYS, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!(await answersInTime(checkDatabase))) throw new Refusal('server.unavailable', notReady('database'));
    checkLoaded();
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    // Others get 404.
    if (!mayReadMetrics(request, metrics)) throw new Refusal('route.not_found');
    collectProcessMetrics();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}
