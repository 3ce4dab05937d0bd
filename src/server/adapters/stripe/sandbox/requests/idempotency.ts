import { createHash } from 'node:crypto';
import { testCardByNumber } from '../cards/test-cards.ts';
import type { Connection } from '../database.ts';
import type { Call, SandboxResponse } from './call.ts';
import type { Form } from './form-body.ts';
import { findAnswer, holdKey, storeAnswer } from './idempotency.store.ts';
import { StripeFailure } from './stripe-failure.ts';

/** How long Stripe repeats a response: https://docs.stripe.com/api/idempotent_requests */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** A response, and the request it belongs to. */
export interface StoredResponse extends SandboxResponse {
  readonly originalRequest: string | null;
  readonly isReplayed: boolean;
}

const MAX_KEY_LENGTH = 255;

/** @throws StripeFailure 400 for a key that Stripe would reject. */
export function checkKey(key: string | undefined): string | undefined {
  if (key === undefined || (key.length > 0 && key.length <= MAX_KEY_LENGTH)) return key;
  throw new StripeFailure(400, {
    type: 'idempotency_error',
    message: `An idempotency key has 1 to ${MAX_KEY_LENGTH} characters.`,
  });
}

/**
 * The parameters in canonical order. Card number and CVC must not be stored, not even hashed, because a hash could be
 * brute-forced; the test card's id identifies the card as well.
 */
function canonical(form: Form): unknown {
  return Object.keys(form)
    .sort()
    .map((name) => {
      const value = form[name] ?? '';
      if (name === 'number' && typeof value === 'string') {
        return [name, testCardByNumber(value.replace(/[\s-]/g, ''))?.id ?? value.slice(-4)];
      }
      if (name === 'cvc') return [name, value !== ''];
      return [name, typeof value === 'string' ? value : canonical(value)];
    });
}

function fingerprintOf(route: string, call: Call): string {
  return createHash('sha256')
    .update(JSON.stringify([route, call.id, call.audience, canonical(call.params)]))
    .digest('base64url');
}

async function runOrRefuse(
  tx: Connection,
  work: (tx: Connection) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  await tx.query('SAVEPOINT effect');
  try {
    return await work(tx);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT effect');
    return { status: error.status, body: { error: error.error } };
  }
}

/**
 * Runs `work` once per idempotency key and stores the response in the same transaction, so that a crash leaves both or
 * neither. The key is held by a transaction lock, which a dead process cannot keep.
 * @throws StripeFailure 409 while another request with the key is running; 400 when the key belongs to a different
 * request.
 */
export async function runOnce(
  tx: Connection,
  route: string,
  call: Call,
  work: (tx: Connection) => Promise<SandboxResponse>,
): Promise<StoredResponse> {
  const { at, request } = call.context;
  const key = request.idempotency_key;
  if (key === null) return { ...(await work(tx)), originalRequest: null, isReplayed: false };
  if (!(await holdKey(tx, key))) {
    throw new StripeFailure(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    });
  }
  const fingerprint = fingerprintOf(route, call);
  const kept = await findAnswer(tx, key, new Date(at.getTime() - KEPT_MS));
  if (kept !== undefined && kept.fingerprint !== fingerprint) {
    throw new StripeFailure(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (kept !== undefined) {
    return { status: kept.status, body: kept.body, originalRequest: kept.request, isReplayed: true };
  }
  const answer = await runOrRefuse(tx, work);
  const originalRequest = request.id ?? '';
  await storeAnswer(tx, key, { fingerprint, request: originalRequest, ...answer }, at);
  return { ...answer, originalRequest, isReplayed: false };
}
