import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Counts a request of an account. @throws Refusal `request.too_many`. */
export type AccountLimit = (request: FastifyRequest, userId: number) => Promise<void>;

/** A rate limit per account, however many addresses its requests come from. */
export function limitAccounts(app: FastifyInstance, max: number): AccountLimit {
  const accounts = new WeakMap<FastifyRequest, number>();
  const count = app.createRateLimit({
    max,
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
