import type { FastifyInstance } from 'fastify';

/** The browser waits as long for a response. */
const DRAIN_LIMIT_MS = 10_000;
/** Node closes connections only if they are idle when the server stops listening, not once their response is sent. */
const CLOSE_IDLE_EVERY_MS = 100;

/** Drains open requests. A request that never ends, for example in a plug-in, must not keep the node from stopping. */
export async function closeServer(app: FastifyInstance, limitMs = DRAIN_LIMIT_MS): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs);
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
    clearInterval(closingIdle);
  }
}
