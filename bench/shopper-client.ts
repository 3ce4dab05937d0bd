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

/** Sends requests over connections that stay open; one for each shopper. */
export function openShopperClient(origin: string): ShopperClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    send: (method, path, { token, body } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        const sent = request(origin + path, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode = 0, headers: received } = response;
            const retryAfterSeconds = Number(received['retry-after'] ?? 1);
            resolve({ status: statusCode, retryAfterSeconds, body: Buffer.concat(chunks).toString() });
          });
        });
        sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered in time`)));
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}
