import { hash } from 'node:crypto';
import type { CacheFacts } from './cache-facts.ts';
import type { CacheMetadata } from './response-freshness.ts';

/** A response that can be cached. Headers belong to the content, such as its type or policy. */
export interface CacheableResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly etag: string;
  /** Missing: unknown. */
  readonly facts?: CacheFacts;
}

export interface CachedResponse
  extends Omit<CacheableResponse, 'body' | 'facts'>,
    Pick<CacheMetadata, 'facts' | 'begunAfter'> {
  /** Bytes of the body. */
  readonly length: number;
  readonly body: () => Buffer;
}

export function cacheableResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  facts?: CacheFacts,
): CacheableResponse {
  // Weak: it names the content, of which compressed and plain bytes are sent (RFC 9110 §8.8.3).
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  return { status, headers, body, etag, ...(facts && { facts }) };
}
