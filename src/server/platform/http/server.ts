import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import helmet from 'helmet';
import { createRateLimitStores, type RateLimitSharing } from '../rate-limit/rate-limit-store.ts';
import { Refusal } from '../refusal.ts';
import { currentTracer } from '../telemetry/tracing.ts';
import { sendFailure } from './failures.ts';
import { shedLoad } from './overload.ts';
import { permissionsPolicy } from './permissions-policy.ts';
import { clientAddress, limitKey } from './requests/client-address.ts';
import { drainRequest } from './requests/drain-request.ts';
import { isNestedDeeperThan, MAX_JSON_DEPTH } from './requests/json-depth.ts';
import type { TrustProxy } from './requests/trust-proxy.ts';
import { dropAbortedRequests, refuseUnreadable } from './requests/unreadable-request.ts';

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  /** Requests per minute for one address and for one account. */
  readonly rateLimit: number;
  /** Counts requests together with the other nodes. Undefined: the only node. */
  readonly rateLimitSharing?: RateLimitSharing;
  readonly trustProxy: TrustProxy | undefined;
  readonly production: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes of a JSON body, for requests with an `Idempotency-Key`. */
    rawBody: Buffer | undefined;
  }
}

const BODY_LIMIT_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** Decodable, and on this host: browsers read a path starting with two slashes as another host. */
function isReadable(url: string): boolean {
  if (/^[/\\]{2}/.test(url) || !URL.canParse(url, 'http://shop')) return false;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * A client may send the whole URL (RFC 9112, absolute form). Its host may contain credentials, with which no page can be
 * rendered.
 */
function withoutHost(url: string): string {
  const address = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return address === url || address.startsWith('/') ? address : `/${address}`;
}

/** Path and query. An undecodable page URL is a 404; for the API, the router refuses it. */
export function readableAddress(url: string): string {
  if (url.startsWith('/api')) return url;
  const address = withoutHost(url);
  return isReadable(url) && isReadable(address) ? address : '/address-not-readable';
}

/** The bare server: limits, security headers, JSON parsing and refusals. Features and pages are bound separately. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    // A log line per request would cost more than most requests; /metrics and errors have what matters.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    // An undecodable URL is refused before any route matches.
    frameworkErrors: sendFailure,
    clientErrorHandler: refuseUnreadable,
  });
  // First, so that the limits below are part of a trace.
  currentTracer()?.traceRequests(app);
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    // A plug-in can throw undefined.
    if (error?.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drainRequest(request.raw);
    return sendFailure(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(new Refusal('route.not_found'), request, reply));
  app.setSchemaErrorFormatter(() => new Refusal('request.invalid'));

  // Requests without payload may still declare JSON: treat an empty body as none.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('rawBody', undefined);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (request.headers['idempotency-key'] !== undefined) request.rawBody = body as Buffer;
    const text = body.toString();
    // Before parsing, and before any recursive processing of the parsed body.
    if (isNestedDeeperThan(text, MAX_JSON_DEPTH)) return done(new Refusal('request.too_deep'));
    readJson(request, text, done);
  });

  // Built once; `@fastify/helmet` builds the headers for every request.
  const setSecurityHeaders = helmet({
    // Pages set their own policy; API responses must never be executed.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    hsts: options.production,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  // Pages set their own policy for this as well.
  const nothingPermitted = permissionsPolicy();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', nothingPermitted);
    setSecurityHeaders(request.raw, reply.raw, () => done());
  });
  const limits = createRateLimitStores(options.rateLimitSharing);
  app.addHook('onClose', async () => limits.close());
  await app.register(rateLimit, {
    global: true,
    max: options.rateLimit,
    timeWindow: 60_000,
    store: limits.Store,
    keyGenerator: (request) => limitKey(clientAddress(request)),
    errorResponseBuilder: (_request, context) =>
      new Refusal('request.too_many', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
  shedLoad(app);
  dropAbortedRequests(app);
  return app;
}
