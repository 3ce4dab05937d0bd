import { Agent, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly body: string;
}

export interface ShopperClient {
  send(method: string, path: string, given?: { readonly token?: string; readonly body?: unknown }): Promise<Reply>;
  close(): void;
}

const TIMEOUT_MS = 30_000;

/** Sends requests to the nodes in turn, over keep-alive connections: one for each shopper and node. */
export function openShopperClient(origins: readonly string[]): ShopperClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let sent = 0;
  const nextOrigin = () => {
    sent += 1;
    return origins[sent % origins.length] ?? '';
  };
  return {
    send: (method, path, { token, body } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        const outgoing = request(nextOrigin() + path, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode = 0, headers: received } = response;
            const retryAfterSeconds = Number(received['retry-after'] ?? 1);
            resolve({ status: statusCode, retryAfterSeconds, body: Buffer.concat(chunks).toString() });
          });
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} was not answered in time`)));
        outgoing.on('error', reject);
        outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}
