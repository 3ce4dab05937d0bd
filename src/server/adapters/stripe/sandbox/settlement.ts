import { viewRefund } from './charge.view.ts';
import { returnToCharge, settleNextRefund } from './charges.store.ts';
import type { Connection, Transactor } from './database.ts';
import { emit } from './events.ts';
import { viewStoredCharge } from './expand.ts';
import { claimProcessing } from './intents.store.ts';
import type { OperationContext } from './operation-context.ts';
import { succeed } from './payment-attempt.ts';
import { findPaymentMethod } from './payment-methods.store.ts';

async function settlePayment(tx: Connection, occasion: OperationContext): Promise<boolean> {
  const intent = await claimProcessing(tx, occasion.at);
  if (intent === undefined) return false;
  const method = await findPaymentMethod(tx, intent.payment_method ?? '');
  if (method === undefined) throw new Error(`The payment method of ${intent.id} is gone.`);
  await succeed(tx, occasion, { intent, method, authenticated: false });
  return true;
}

async function settleRefund(tx: Connection, occasion: OperationContext): Promise<boolean> {
  const refund = await settleNextRefund(tx, occasion.at);
  if (refund === undefined) return false;
  await emit(tx, occasion, 'refund.updated', viewRefund(refund));
  if (refund.status === 'failed') {
    const charge = await returnToCharge(tx, refund.charge, refund.amount);
    await emit(tx, occasion, 'refund.failed', viewRefund(refund));
    await emit(tx, occasion, 'charge.updated', await viewStoredCharge(tx, charge));
  }
  return true;
}

/**
 * Settles what is due: processing payments, and delayed refund results.
 * @returns whether there was anything.
 */
export async function settleDue(transact: Transactor, occasion: () => OperationContext): Promise<boolean> {
  let hasSettled = false;
  while (await transact((tx) => settlePayment(tx, occasion()))) hasSettled = true;
  while (await transact((tx) => settleRefund(tx, occasion()))) hasSettled = true;
  return hasSettled;
}
