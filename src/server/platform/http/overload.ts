import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called instead of the server's load shedder; read by `@fastify/under-pressure`. */
    pressureHandler?: () => void;
  }
}

/** With an event loop this late, not all requests can be answered in time: refuse some at once. */
export const MAX_EVENT_LOOP_DELAY_MS = 1_500;
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
export const ALWAYS_ANSWERED = { rateLimit: false, pressureHandler: () => {} } as const;
