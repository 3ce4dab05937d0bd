import type { Jobs } from '#server/platform/jobs.ts';
import { findInvoice, insertInvoices, lockInvoiceCounter, skipOldOrders } from './invoices.store.ts';
import { EVERY_MINUTE, issueNumbers, type NumberedDocuments, type NumberingServices } from './issue-numbers.ts';

const INVOICES: NumberedDocuments = { lock: lockInvoiceCounter, insertNext: insertInvoices, skipOld: skipOldOrders };

/** Gives every order without an invoice its number: consecutive, without gaps, in the order of their commits. */
export const issueInvoices = (services: NumberingServices): Promise<void> => issueNumbers(services, INVOICES);

/** The invoice number of an order, given now if need be; undefined for orders of versions without such numbers. */
export async function invoiceNumberOf(services: NumberingServices, orderId: number): Promise<number | undefined> {
  const known = await findInvoice(services.db, orderId);
  if (known.number !== null || known.isOver) return known.number ?? undefined;
  await issueInvoices(services);
  return (await findInvoice(services.db, orderId)).number ?? undefined;
}

/** Registers the job that gives invoice numbers. */
export function defineInvoiceJob(jobs: Pick<Jobs, 'define'>, services: NumberingServices): void {
  jobs.define('issue-invoices', () => issueInvoices(services), EVERY_MINUTE);
}
