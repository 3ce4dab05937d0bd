import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { StripeFailure } from '../requests/stripe-failure.ts';
import type { FaultKind, FaultOperation, Faults } from './faults.ts';

/** The errors that can be simulated, in Stripe's words. */
const REFUSALS: Partial<Record<FaultKind, () => StripeFailure>> = {
  '409': () =>
    new StripeFailure(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key. Please try again later.',
    }),
  '429': () =>
    new StripeFailure(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly.',
    }),
  '500': () => new StripeFailure(500, { type: 'api_error', message: 'An unknown error occurred.' }),
};

/** Waits without answering, then closes the connection. Ends early when the caller or the sandbox closes it. */
async function hold(ms: number, reply: FastifyReply): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  await sleep(ms, undefined, { signal: gone.signal }).catch(() => undefined);
  reply.hijack();
  reply.raw.destroy();
}

/**
 * Applies a pending fault of this operation, if any.
 * @returns whether the connection was closed, so that nothing more must be sent.
 * @throws StripeFailure for faults that are errors.
 */
export async function applyFault(
  faults: Faults,
  operation: FaultOperation,
  when: 'before' | 'after',
  reply: FastifyReply,
): Promise<boolean> {
  const kinds: readonly FaultKind[] = when === 'before' ? ['timeout_before', '409', '429', '500'] : ['timeout_after'];
  const fault = faults.take(operation, ...kinds);
  if (fault === undefined) return false;
  const refusal = REFUSALS[fault.kind];
  if (refusal !== undefined) throw refusal();
  await hold(fault.ms, reply);
  return true;
}
