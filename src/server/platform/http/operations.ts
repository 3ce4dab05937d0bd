import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { Refusal } from '../refusal.ts';

const UNLIMITED = { config: { rateLimit: false } } as const;
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What an operator watches: `/healthz` (the process answers), `/readyz` (the database does too), `/metrics`
 * (Prometheus text: process figures and the time of requests by route, method and status).
 */
export function bindOperations(app: FastifyInstance, checkDatabase: () => Promise<void>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, in seconds',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });

  app.get('/healthz', UNLIMITED, async () => ({ status: 'alive' }));
  app.get('/readyz', UNLIMITED, async () => {
    try {
      await checkDatabase();
    } catch {
      throw new Refusal('server.unavailable');
    }
    return { status: 'ready' };
  });
  app.get('/metrics', UNLIMITED, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
