import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

export interface PastPayment {
  readonly intentId: string;
  /** Cents. */
  readonly amount: number;
  readonly refunded: number;
  readonly paidAt: Date;
}

const CARD = {
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
  funding: 'credit',
  country: 'US',
  cvc_check: 'pass',
} as const;
const PAYMENT_METHOD = 'pm_demo_history';

/** Whether the payment sandbox stores its state in this database; with Stripe it does not. */
export async function hasSandbox(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT to_regclass('sandbox.payment_intents') IS NOT NULL AS found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** Creates the sandbox payments of the order history, so that each can be looked up and refunded. */
export async function loadSandboxPayments(tx: Transaction, payments: readonly PastPayment[]): Promise<void> {
  const rows = JSON.stringify(
    payments.map(({ intentId, amount, refunded, paidAt }) => ({
      id: intentId,
      amount,
      refunded,
      at: paidAt.toISOString(),
    })),
  );
  await sql`
    INSERT INTO sandbox.payment_methods (id, test_card, card, billing_details, created)
    VALUES (${PAYMENT_METHOD}, 'pm_card_visa', ${JSON.stringify(CARD)}, '{}', now())`.execute(tx);
  await sql`
    INSERT INTO sandbox.payment_intents (id, client_secret, status, amount, amount_received, currency, details, metadata,
                                         payment_method, latest_charge, created)
    SELECT id, id || '_secret_' || replace(gen_random_uuid()::text, '-', ''), 'succeeded', amount, amount, 'usd', '{}', '{}',
           ${PAYMENT_METHOD}, replace(id, 'pi_', 'ch_'), at
      FROM jsonb_to_recordset(${rows}) AS row (id text, amount integer, at timestamptz)`.execute(tx);
  await sql`
    INSERT INTO sandbox.charges (id, payment_intent, payment_method, amount, amount_refunded, currency, status,
                                 authenticated, details, metadata, created)
    SELECT replace(id, 'pi_', 'ch_'), id, ${PAYMENT_METHOD}, amount, refunded, 'usd', 'succeeded', false, '{}', '{}', at
      FROM jsonb_to_recordset(${rows}) AS row (id text, amount integer, refunded integer, at timestamptz)`.execute(tx);
  await sql`
    INSERT INTO sandbox.refunds (id, charge, payment_intent, amount, currency, status, metadata, created)
    SELECT replace(id, 'pi_', 're_'), replace(id, 'pi_', 'ch_'), id, refunded, 'usd', 'succeeded', '{}', at
      FROM jsonb_to_recordset(${rows}) AS row (id text, refunded integer, at timestamptz)
     WHERE refunded > 0`.execute(tx);
}
