import type { SentFile } from '#contract/endpoint.ts';
import type { CreditNote, IssuedInvoice, OrderReference } from '#contract/storefront/orders.ts';
import { taxesOfNotes } from '#domain/checkout/refund.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/invoice-number.ts';
import type { BrandingReader } from '#server/features/branding/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { ownerFor } from '../order-owner.ts';
import { findCancellation, findOrderRow, listLineRows, type OrderRow } from '../orders.store.ts';
import { creditNotesOf } from './issue-credit-notes.ts';
import { invoiceNumberOf } from './issue-invoices.ts';
import { creditNoteSheet, invoiceSheet, packingSlipSheet } from './order-sheets.ts';
import type { DocumentRenderer, RequestedBy } from './render-pdf.ts';

const SHEETS = { invoice: invoiceSheet, 'packing-slip': packingSlipSheet } as const;

export interface DocumentServices {
  readonly db: Database;
  readonly now: Clock;
  readonly settings: Settings;
  readonly branding: BrandingReader;
  readonly documents: Pick<DocumentRenderer, 'renderPdf'>;
}

/** @throws Refusal `order.not_found`, also for another customer's order. */
async function findOrderFor(db: Database, reference: OrderReference, requestedBy: RequestedBy): Promise<OrderRow> {
  const order = await findOrderRow(db, reference, ownerFor(requestedBy));
  if (!order) throw new Refusal('order.not_found');
  return order;
}

/**
 * A document of an order as PDF.
 * @param requestedBy customers get only their own orders, admins any.
 * @throws Refusal `order.not_found`, also for another customer's order; `request.too_many`.
 */
export async function writeOrderDocument(
  services: DocumentServices,
  reference: OrderReference,
  requestedBy: RequestedBy,
  kind: keyof typeof SHEETS,
): Promise<SentFile> {
  const { db, settings, branding, documents } = services;
  const order = await findOrderFor(db, reference, requestedBy);
  const lines = (await listLineRows(db, [order.id])).get(order.id) ?? [];
  const [site, look] = await Promise.all([settings.get('site'), branding.read()]);
  const invoiceNumber = kind === 'invoice' ? await invoiceNumberOf(services, order.id) : undefined;
  const cancelledAt = await findCancellation(db, order);
  const sheet = SHEETS[kind]({ order, lines, site, branding: look, invoiceNumber, cancelledAt });
  const content = await documents.renderPdf(sheet, requestedBy);
  return { name: `${kind}-${order.order_number}.pdf`, content };
}

/**
 * What the invoice of an order states besides the order. The invoice is issued if need be.
 * @param requestedBy customers get only those of their own orders, admins any.
 * @throws Refusal `order.not_found`, also for another customer's order.
 */
export async function readIssuedInvoice(
  services: DocumentServices,
  reference: OrderReference,
  requestedBy: RequestedBy,
): Promise<IssuedInvoice> {
  const order = await findOrderFor(services.db, reference, requestedBy);
  const number = await invoiceNumberOf(services, order.id);
  const cancelledAt = await findCancellation(services.db, order);
  return {
    number: number === undefined ? null : formatInvoiceNumber(number),
    cancelled_at: cancelledAt?.toISOString() ?? null,
  };
}

/**
 * The credit notes of an order, one for each succeeded refund.
 * @param requestedBy customers get only those of their own orders, admins any.
 * @throws Refusal `order.not_found`, also for another customer's order.
 */
export async function listCreditNotes(
  services: DocumentServices,
  reference: OrderReference,
  requestedBy: RequestedBy,
): Promise<CreditNote[]> {
  const { id, currency } = await findOrderFor(services.db, reference, requestedBy);
  return (await creditNotesOf(services, id)).map(({ number, refundId, amount, issuedAt, isVoid }) => ({
    id: number,
    number: formatCreditNoteNumber(number),
    refund_id: refundId,
    amount: formatDecimal(amount),
    currency,
    issued_at: issuedAt.toISOString(),
    is_void: isVoid,
  }));
}

/**
 * A credit note as PDF.
 * @param requestedBy customers get only those of their own orders, admins any.
 * @throws Refusal `order.not_found`, also for another customer's order; `credit_note.not_found`; `request.too_many`.
 */
export async function writeCreditNote(
  services: DocumentServices,
  { id, number }: { readonly id: OrderReference; readonly number: number },
  requestedBy: RequestedBy,
): Promise<SentFile> {
  const order = await findOrderFor(services.db, id, requestedBy);
  const notes = await creditNotesOf(services, order.id);
  const index = notes.findIndex((one) => one.number === number);
  const note = notes[index];
  const tax = taxesOfNotes({ total: order.total_cents, tax: order.tax_cents }, notes)[index];
  if (note === undefined || tax === undefined) throw new Refusal('credit_note.not_found');
  const [site, branding] = await Promise.all([services.settings.get('site'), services.branding.read()]);
  const invoiceNumber = await invoiceNumberOf(services, order.id);
  const sheet = creditNoteSheet({ order, site, branding, invoiceNumber, note: { ...note, tax } });
  const content = await services.documents.renderPdf(sheet, requestedBy);
  return { name: `credit-note-${formatCreditNoteNumber(number)}.pdf`, content };
}
