import type { SentFile } from '#contract/endpoint.ts';
import type { OrderReference } from '#contract/storefront/orders.ts';
import type { BrandingReader } from '#server/features/branding/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOrderRow, listLineRows } from '../orders.store.ts';
import { invoiceNumberOf } from './issue-invoices.ts';
import { invoiceSheet, packingSlipSheet } from './order-sheets.ts';
import { type RequestedBy, renderPdf } from './render-pdf.ts';

const SHEETS = { invoice: invoiceSheet, 'packing-slip': packingSlipSheet } as const;

/**
 * A document of an order as PDF.
 * @param requestedBy customers get only their own orders, admins any.
 * @throws Refusal `order.not_found`, also for another customer's order; `request.too_many`.
 */
export async function writeOrderDocument(
  services: {
    readonly db: Database;
    readonly now: Clock;
    readonly settings: Settings;
    readonly branding: BrandingReader;
  },
  reference: OrderReference,
  requestedBy: RequestedBy,
  kind: keyof typeof SHEETS,
): Promise<SentFile> {
  const { db, settings, branding } = services;
  const order = await findOrderRow(db, reference, requestedBy.isAdmin ? undefined : requestedBy.userId);
  if (!order) throw new Refusal('order.not_found');
  const lines = (await listLineRows(db, [order.id])).get(order.id) ?? [];
  const [site, look] = await Promise.all([settings.get('site'), branding.read()]);
  const invoiceNumber = kind === 'invoice' ? await invoiceNumberOf(services, order.id) : undefined;
  const content = await renderPdf(SHEETS[kind]({ order, lines, site, branding: look, invoiceNumber }), requestedBy);
  return { name: `${kind}-${order.order_number}.pdf`, content };
}
