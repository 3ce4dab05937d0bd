import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { findInvoice, insertInvoices, lockInvoiceCounter, skipOldOrders } from './invoices.store.ts';

/** Each batch skips the orders that have their number since yesterday: smaller ones would take minutes for a million. */
const BATCH_SIZE = 10_000;
const EVERY_MINUTE = '* * * * *';

interface InvoiceServices {
  readonly db: Database;
  readonly now: Clock;
}

/** Gives every order without an invoice its number: consecutive, without gaps, in the order of their commits. */
export async function issueInvoices({ db, now }: InvoiceServices): Promise<void> {
  const issueSome = () =>
    inTransaction(db, async (tx) => {
      await lockInvoiceCounter(tx);
      const issued = await insertInvoices(tx, BATCH_SIZE, now());
      if (issued < BATCH_SIZE) await skipOldOrders(tx, now());
      return issued;
    });
  while ((await issueSome()) === BATCH_SIZE);
}

/** The invoice number of an order, given now if need be; undefined for orders of versions without such numbers. */
export async function invoiceNumberOf(services: InvoiceServices, orderId: number): Promise<number | undefined> {
  const known = await findInvoice(services.db, orderId);
  if (known.number !== null || known.isOver) return known.number ?? undefined;
  await issueInvoices(services);
  return (await findInvoice(services.db, orderId)).number ?? undefined;
}

/** Registers the job that gives invoice numbers. */
export function defineInvoiceJob(jobs: Pick<Jobs, 'define'>, services: InvoiceServices): void {
  jobs.define('issue-invoices', () => issueInvoices(services), EVERY_MINUTE);
}
