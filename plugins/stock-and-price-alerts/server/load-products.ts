import type { ProductPlace } from '#plugin';
import type { AlertKind, Services } from '../tables.ts';
import { enabledKinds } from './subject.ts';

/** What the part of the product page knows: which kinds of alerts it may offer. */
export interface ProductAlerts {
  readonly kinds: readonly AlertKind[];
}

/** Reads the cached settings only, and nothing for cards. */
export async function loadProducts(
  services: Services,
  ids: readonly number[],
  place: ProductPlace,
): Promise<ReadonlyMap<number, ProductAlerts>> {
  const kinds = place === 'page' ? await enabledKinds(services) : [];
  return new Map(kinds.length > 0 ? ids.map((id) => [id, { kinds }]) : []);
}
