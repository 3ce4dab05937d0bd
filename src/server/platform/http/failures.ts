import { inspect } from 'node:util';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Failure } from '#contract/envelope.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '../database/database-unavailable.ts';
import { Refusal } from '../refusal.ts';
import { FAILURE_PAGE_POLICY, failurePage, wantsPage } from './failure-page.ts';
import { CLAIM_LOST } from './idempotency/outcomes.store.ts';

/** Fastify's errors that a request can cause. */
const FASTIFY_CODES: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
};

const RETRY_AFTER_SECONDS = 2;

/** The caller's account was deleted during the request (`refuse_deleted_account` in the migrations). */
const ACCOUNT_DELETED = 'SD001';

/** Plug-ins can throw any value, also undefined. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`A value that is not an Error was thrown: ${inspect(thrown)}`);

/** The refusal for any error: the refusal itself, or a generic one without internals. */
export function asRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const error = asError(thrown);
  const { code, statusCode } = error as FastifyError;
  const known = FASTIFY_CODES[code];
  if (known) return new Refusal(known);
  if (statusCode === 429) return new Refusal('request.too_many');
  if (statusCode === 415) return new Refusal('request.unsupported_media_type');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('request.malformed');
  if (isDatabaseUnavailable(error))
    return new Refusal('server.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  if (error instanceof pg.DatabaseError) {
    // A deadlock, serialization failure or lock timeout that persisted after retries; a statement timeout.
    if (/^(40|55P03)/.test(error.code ?? '')) return new Refusal('request.conflict');
    if (error.code === '57014') return new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (error.code === CLAIM_LOST) return new Refusal('request.conflict', { retryAfterSeconds: 1 });
    if (error.code === ACCOUNT_DELETED) return new Refusal('auth.expired');
    // Text that PostgreSQL cannot store, or a number out of range.
    if (error.code === '22021' || error.code === '22003' || error.code === '22P05')
      return new Refusal('request.invalid');
  }
  return new Refusal('server.failed', { cause: error });
}

/** The response envelope of a refusal. */
export function failureBody(refusal: Refusal): Failure {
  return {
    success: false,
    message: refusal.message,
    data: refusal.data ?? null,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    code: refusal.code,
  };
}

type FailureLog = Pick<FastifyRequest['log'], 'error'>;

/** Expected answers of a busy or starting shop, and failures that are logged, with their reason, where they are refused. */
const EXPECTED: readonly string[] = [
  'server.overloaded',
  'server.starting',
  'server.in_line',
  'payment.provider_failed',
];

/** Log only unexpected errors with details; a flood of requests must not become a flood of log lines. */
export function logFailure(thrown: unknown, { code, status, message }: Refusal, log: FailureLog): void {
  if (status < 500 || EXPECTED.includes(code)) return;
  if (code === 'server.unavailable') logDatabaseUnavailable(log, asError(thrown));
  else log.error({ err: asError(thrown) }, message);
}

/** Answers every error with an envelope, or with a page for navigations. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  logFailure(error, refusal, request.log);
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  reply.code(refusal.status).header('cache-control', 'no-store');
  if (!wantsPage(request)) return reply.send(failureBody(refusal));
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', FAILURE_PAGE_POLICY)
    .send(failurePage(refusal));
}
