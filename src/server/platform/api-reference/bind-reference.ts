import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Contract } from '#contract/endpoint.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { CacheFacts } from '../http/cache-facts.ts';
import { cacheableResponse, type ResponseCache } from '../http/response-cache.ts';
import { sendCached } from '../http/send-cached.ts';
import { referencePage } from './reference-page.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The contract changes only with the next start. */
const UNCHANGING: CacheFacts = { keys: [], validUntil: undefined };

/** Written on first use, which takes about a second, and kept compressed: most nodes never serve it. */
function writtenOnce(write: () => string | Promise<string>): () => Promise<Buffer> {
  let kept: Promise<Buffer> | undefined;
  return async () => {
    kept ??= Promise.resolve(write()).then((text) => compress(text));
    return decompress(await kept);
  };
}

/** `/api/openapi.json` for machines and `/api/docs` for people, both generated from the contract. */
export function bindReference(app: FastifyInstance, contract: Contract, cache: ResponseCache): void {
  function bind(path: string, headers: Record<string, string>, write: () => string | Promise<string>): void {
    const body = writtenOnce(write);
    app.get(path, async (request, reply) => {
      const make = async () => cacheableResponse(200, headers, await body(), UNCHANGING);
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
