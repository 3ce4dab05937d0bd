import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Contract } from '#contract/endpoint.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { CacheFacts } from '../http/response-cache/cache-facts.ts';
import { cacheableResponse } from '../http/response-cache/cacheable-response.ts';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';
import { sendCached } from '../http/response-cache/send-cached.ts';
import { referencePage } from './reference-page.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The contract cannot change while the process runs. */
const CONSTANT: CacheFacts = { keys: [], validUntil: undefined };

/** Generated on first use, which takes about a second, and cached compressed: most nodes never serve it. */
function generateOnce(write: () => string | Promise<string>): () => Promise<Buffer> {
  let cached: Promise<Buffer> | undefined;
  return async () => {
    cached ??= Promise.resolve(write()).then((text) => compress(text));
    return decompress(await cached);
  };
}

/** `/api/openapi.json` for machines and `/api/docs` for people, both generated from the contract. */
export function bindReference(app: FastifyInstance, contract: Contract, cache: ResponseCache): void {
  function bind(path: string, headers: Record<string, string>, write: () => string | Promise<string>): void {
    const body = generateOnce(write);
    app.get(path, async (request, reply) => {
      const make = async () => cacheableResponse(200, headers, await body(), CONSTANT);
      return sendCached(cache, path, await cache.serve(path, make), request, reply);
    });
  }

  bind('/api/openapi.json', { 'content-type': 'application/json; charset=utf-8' }, () =>
    JSON.stringify(openApiDocument(contract)),
  );
  bind('/api/docs/style.css', { 'content-type': 'text/css; charset=utf-8' }, () =>
    readFile(new URL('reference.css', import.meta.url), 'utf8'),
  );
  bind(
    '/api/docs',
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    },
    () => referencePage(contract),
  );
}
