import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from './cacheable-response.ts';
import type { Encoding } from './compress-response.ts';
import type { ResponseCache } from './response-cache.ts';

function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header)) return 'gzip';
  return undefined;
}

/** Compares weakly (RFC 9110 §13.1.2): a proxy may have removed or added `W/`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
}

/** Shared caches must revalidate as well, except a CDN that the shop purges (`cdn-headers.ts`). */
const BROWSERS_REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * Sends a public response: 304 if unchanged, compressed if accepted. Signed-in callers get the same bytes with
 * `no-store`, because a shared cache must not associate them with a token.
 */
export async function sendCached(
  cache: ResponseCache,
  key: string,
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = request;
  const signedIn = headers.authorization !== undefined;
  const isPublic = !signedIn && response.status === 200;
  const { 'cache-control': ownRule } = response.headers;
  reply.code(response.status).headers(response.headers);
  reply.header('cache-control', isPublic ? (ownRule ?? BROWSERS_REVALIDATE) : 'no-store');
  const letCdnCache = () => {
    const forCdn = isPublic && ownRule === undefined ? cache.cdnHeaders(response) : undefined;
    if (forCdn) reply.headers(forCdn);
  };
  reply.header('vary', 'accept-encoding, authorization');
  if (response.status === 200) {
    reply.header('etag', response.etag);
    if (isKnown(headers['if-none-match'], response.etag)) {
      letCdnCache();
      return reply.code(304).send();
    }
  }
  const encoding = acceptedEncoding(headers['accept-encoding']);
  const encoded = encoding && (await cache.encode(key, response, encoding));
  // After the compression, which takes long enough for something to change.
  letCdnCache();
  if (!encoding || !encoded) return reply.send(response.body());
  return reply.header('content-encoding', encoding).send(encoded);
}
