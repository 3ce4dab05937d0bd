import type { Jobs } from '#server/platform/jobs.ts';
import {
  type CreditedRefund,
  insertCreditNotes,
  listCreditedRefunds,
  lockCreditNoteCounter,
  skipOldRefunds,
} from './credit-notes.store.ts';
import { EVERY_MINUTE, issueNumbers, type NumberedDocuments, type NumberingServices } from './issue-numbers.ts';

const CREDIT_NOTES: NumberedDocuments = {
  lock: lockCreditNoteCounter,
  insertNext: insertCreditNotes,
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
