import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/platform/refusal.ts';

/** Counts a request of an account. @throws Refusal `request.too_many`. */
export type AccountLimit = (request: FastifyRequest, userId: number) => Promise<void>;

export interface AccountLimitOptions {
  /** Limits with the same name share their counts. */
  readonly name: string;
  /** Requests per minute. */
  readonly max: number;
  /** Counted across all nodes at every request. */
  readonly isExact?: boolean;
}

/** A rate limit per account, however many addresses its requests come from. */
export function limitAccounts(app: FastifyInstance, options: AccountLimitOptions): AccountLimit {
  const accounts = new WeakMap<FastifyRequest, number>();
  const count = app.createRateLimit({
    ...options,
    timeWindow: 60_000,
    keyGenerator: (request) => `user ${accounts.get(request)}`,
  });
  return async (request, userId) => {
    accounts.set(request, userId);
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new Refusal('request.too_many', { retryAfterSeconds: counted.ttlInSeconds });
  };
}
