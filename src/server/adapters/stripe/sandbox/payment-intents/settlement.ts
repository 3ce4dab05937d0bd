import { findPaymentMethod } from '../cards/payment-methods.store.ts';
import { viewRefund } from '../charges/charge.view.ts';
import { returnToCharge, settleNextRefund } from '../charges/charges.store.ts';
import type { Connection, Transactor } from '../database.ts';
import { emit } from '../events/events.ts';
import type { OperationContext } from '../operation-context.ts';
import { viewStoredCharge } from '../requests/expand.ts';
import { claimProcessing, isAnythingDue } from './intents.store.ts';
import { succeed } from './payment-attempt.ts';

async function settlePayment(tx: Connection, context: OperationContext): Promise<boolean> {
  const intent = await claimProcessing(tx, context.at);
  if (intent === undefined) return false;
  const method = await findPaymentMethod(tx, intent.payment_method ?? '');
  if (method === undefined) throw new Error(`The payment method of ${intent.id} is gone.`);
  await succeed(tx, context, { intent, method, authenticated: false });
  return true;
}

async function settleRefund(tx: Connection, context: OperationContext): Promise<boolean> {
  const refund = await settleNextRefund(tx, context.at);
  if (refund === undefined) return false;
  await emit(tx, context, 'refund.updated', viewRefund(refund));
  if (refund.status === 'failed') {
    const charge = await returnToCharge(tx, refund.charge, refund.amount);
    await emit(tx, context, 'refund.failed', viewRefund(refund));
    await emit(tx, context, 'charge.updated', await viewStoredCharge(tx, charge));
  }
  return true;
}

/**
 * Settles what is due: processing payments, and delayed refund results.
 * @returns whether there was anything.
 */
export async function settleDue(
  pool: Connection,
  transact: Transactor,
  context: () => OperationContext,
): Promise<boolean> {
  // Usually nothing is due: without this check, each run would take two transactions.
  if (!(await isAnythingDue(pool, context().at))) return false;
  let hasSettled = false;
  while (await transact((tx) => settlePayment(tx, context()))) hasSettled = true;
  while (await transact((tx) => settleRefund(tx, context()))) hasSettled = true;
  return hasSettled;
}
