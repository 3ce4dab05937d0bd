import type { SentFile } from '#contract/endpoint.ts';
import type { OrderReference } from '#contract/storefront/orders.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOrderRow, listLineRows } from '../orders.store.ts';
import { invoiceSheet, packingSlipSheet } from './order-sheets.ts';

const SHEETS = { invoice: invoiceSheet, 'packing-slip': packingSlipSheet } as const;

/**
 * A document about an order as PDF.
 * @param ownerId the customer it must belong to; undefined for any.
 * @throws Refusal `order.not_found`, for another customer's order too.
 */
export async function writeOrderDocument(
  { db, settings }: { readonly db: Database; readonly settings: Settings },
  reference: OrderReference,
  ownerId: number | undefined,
  kind: keyof typeof SHEETS,
): Promise<SentFile> {
  const order = await findOrderRow(db, reference, ownerId);
  if (!order) throw new Refusal('order.not_found');
  const lines = (await listLineRows(db, [order.id])).get(order.id) ?? [];
  const site = await settings.get('site');
  // The library for PDF and its fonts are read with the first document: few nodes ever write one.
  const { drawSheet } = await import('./draw-sheet.ts');
  return { name: `${kind}-${order.order_number}.pdf`, content: await drawSheet(SHEETS[kind]({ order, lines, site })) };
}
