import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even while the event loop is late. */
    isAlwaysAnswered?: boolean;
  }
}

/** With an event loop this late, not all requests can be answered in time: refuse some at once. */
const MAX_EVENT_LOOP_DELAY_MS = 1_500;
/**
 * Each measurement wakes the process. With 10 ms, which `@fastify/under-pressure` uses, that was a quarter of the CPU time of a shop
 * without requests (docs/decisions/0127).
 */
const MEASURE_EVERY_MS = 100;
const EVALUATE_EVERY_MS = 1_000;
/** This few requests are answered even then. */
const MAX_ADMITTED_PER_SECOND = 50;
const RETRY_AFTER_SECONDS = 2;

/**
 * Decides which requests to accept while the event loop is late. Many requests are refused, because queueing would make
 * it worse. A few are answered late: then something else is using the machine, and refusing them would not help.
 * @returns a function to call for each request while the loop is late. @throws Refusal `server.overloaded`.
 */
export function createLoadShedder(now: () => number = performance.now.bind(performance)): () => void {
  let second = 0;
  let admitted = 0;
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      admitted = 0;
    }
    admitted += 1;
    if (admitted > MAX_ADMITTED_PER_SECOND) {
      throw new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  };
}

/**
 * Config of routes that answer under any load. Browsers do not try again to import a script that was refused once, so
 * the page would stay without it, and a node whose health check is refused would be restarted.
 */
export const ALWAYS_ANSWERED = { rateLimit: false, isAlwaysAnswered: true } as const;

export interface EventLoopWatch {
  /** Whether its mean delay in the last second was too long. */
  isLate(): boolean;
  stop(): void;
}

export function watchEventLoop(): EventLoopWatch {
  const intervals = monitorEventLoopDelay({ resolution: MEASURE_EVERY_MS });
  intervals.enable();
  let isLate = false;
  let evaluatedAt = performance.now();
  const timer = setInterval(() => {
    // Without a measurement, the loop has been blocked since the last evaluation.
    const intervalMs = intervals.count === 0 ? performance.now() - evaluatedAt : intervals.mean / 1e6;
    isLate = intervalMs - MEASURE_EVERY_MS > MAX_EVENT_LOOP_DELAY_MS;
    evaluatedAt = performance.now();
    intervals.reset();
  }, EVALUATE_EVERY_MS);
  timer.unref();
  return {
    isLate: () => isLate,
    stop() {
      clearInterval(timer);
      intervals.disable();
    },
  };
}

/** Refuses requests while the event loop is late, except those of routes with `ALWAYS_ANSWERED`. */
export function shedLoad(app: FastifyInstance, watch = watchEventLoop(), admit = createLoadShedder()): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (watch.isLate() && !request.routeOptions.config.isAlwaysAnswered) admit();
    done();
  });
  app.addHook('onClose', async () => watch.stop());
}
