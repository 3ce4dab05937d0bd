import { taxOfNextNote } from '#domain/checkout/refund.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import {
  type CreditedRefund,
  insertCreditNotes,
  listCreditedRefunds,
  listNotesOfOrders,
  listUncreditedRefunds,
  lockCreditNoteCounter,
  skipOldRefunds,
} from './credit-notes.store.ts';
import { EVERY_MINUTE, issueNumbers, type NumberedDocuments, type NumberingServices } from './issue-numbers.ts';

/** Issues the next credit notes, with their tax. @returns how many it issued */
async function issueNext(tx: Transaction, limit: number, at: Date): Promise<number> {
  const refunds = await listUncreditedRefunds(tx, limit);
  if (refunds.length === 0) return 0;
  const notesOf = await listNotesOfOrders(tx, [...new Set(refunds.map(({ orderId }) => orderId))]);
  const next = refunds.map(({ refundId, orderId, amount, ...order }) => {
    const notes = notesOf.get(orderId) ?? [];
    const tax = taxOfNextNote(order, notes, amount);
    notes.push({ amount, tax, isVoid: false });
    return { refundId, tax };
  });
  await insertCreditNotes(tx, next, at);
  return next.length;
}

const CREDIT_NOTES: NumberedDocuments = {
  lock: lockCreditNoteCounter,
  insertNext: issueNext,
  skipOld: skipOldRefunds,
};

/** Issues a credit note for every succeeded refund of an order: numbers are consecutive, without gaps, in commit order. */
export const issueCreditNotes = (services: NumberingServices): Promise<void> => issueNumbers(services, CREDIT_NOTES);

export type CreditNote = CreditedRefund & { readonly number: number; readonly issuedAt: Date };

const isIssued = (refund: CreditedRefund): refund is CreditNote => refund.number !== null;

/** The credit notes of an order by number; missing ones are issued first. Refunds made by versions without credit notes have none. */
export async function creditNotesOf(services: NumberingServices, orderId: number): Promise<CreditNote[]> {
  const known = await listCreditedRefunds(services.db, orderId);
  if (known.every(isIssued)) return known.filter(isIssued);
  await issueCreditNotes(services);
  return (await listCreditedRefunds(services.db, orderId)).filter(isIssued);
}

/** Registers the job that issues credit notes. */
export function defineCreditNoteJob(jobs: Pick<Jobs, 'define'>, services: NumberingServices): void {
  jobs.define('issue-credit-notes', () => issueCreditNotes(services), EVERY_MINUTE);
}
