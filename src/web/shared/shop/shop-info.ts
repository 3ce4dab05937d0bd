import { call } from '#web/api/call.ts';
import type { Api, Data } from '#web/api/calls.ts';

export type ShopInfo = Data<'GET /shop'>;

/** What everybody may know of the shop; null when it cannot be had, and pages do without. */
export const readShopInfo = (api: Api): Promise<ShopInfo | null> => api('GET /shop').catch(() => null);

/** The same by the browser's own call. */
export const fetchShopInfo = () => readShopInfo(call);
