import { dependsOn } from '#plugin';
import type { AlertKind, Services } from '../tables.ts';
import { enabledKinds } from './subject.ts';

/** What the part of the product page knows: which kinds of alerts it may offer. */
export interface ProductAlerts {
  readonly kinds: readonly AlertKind[];
}

/** Reads the cached settings only. */
export async function loadProducts(
  services: Services,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductAlerts>> {
  dependsOn('setting');
  const kinds = await enabledKinds(services);
  return new Map(kinds.length > 0 ? ids.map((id) => [id, { kinds }]) : []);
}
