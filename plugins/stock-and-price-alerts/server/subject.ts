import { refuse } from '#plugin';
import { alertRefusals } from '../contract.ts';
import type { AlertKind, Services } from '../tables.ts';
import { type Offer, readOffer } from './offers.store.ts';

/** The kinds of alerts that the merchant has switched on. */
export async function enabledKinds({ settings }: Pick<Services, 'settings'>): Promise<AlertKind[]> {
  const { sendsStockAlerts, sendsPriceAlerts } = await settings();
  return [...(sendsStockAlerts ? (['stock'] as const) : []), ...(sendsPriceAlerts ? (['price'] as const) : [])];
}

/** What an alert is about. */
export interface Subject {
  readonly kind: AlertKind;
  readonly productId: number;
  /** Null: the product as a whole. */
  readonly variantId: number | null;
}

/** @throws a refusal when this alert cannot be set */
export async function requireOffer(services: Services, { kind, productId, variantId }: Subject): Promise<Offer> {
  if (!(await enabledKinds(services)).includes(kind)) throw refuse(alertRefusals.off);
  const offer = await readOffer(services.db, productId, variantId);
  if (!offer) throw refuse('product.not_found');
  if (offer.variantId !== variantId) throw refuse('variant.not_found');
  if (kind === 'stock' && offer.stock > 0) throw refuse(alertRefusals.in_stock);
  return offer;
}
