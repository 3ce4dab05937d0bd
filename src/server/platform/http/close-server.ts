import type { FastifyInstance } from 'fastify';

/** As long as the browser waits for a response. */
const DRAIN_LIMIT_MS = 10_000;

/** Finishes the open requests. One that does not end, for example in a plug-in, must not keep the node from stopping. */
export async function closeServer(app: FastifyInstance, limitMs = DRAIN_LIMIT_MS): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
  }
}
