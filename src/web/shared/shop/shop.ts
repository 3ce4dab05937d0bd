import { intlLocale } from '#domain/shop/language.ts';
import { type Json, jsonReader } from '#web/shared/json-data.ts';
import { DEFAULT_SHOP, type ShopInfo } from './default-shop.ts';

// Sent with the page before anything renders: the defaults stay out of the browser's scripts.
let current: ShopInfo = import.meta.env.SSR ? DEFAULT_SHOP : ({} as ShopInfo);

/**
 * The shop's public settings. A process and a page belong to one shop, so they are module state, including formatters,
 * and need not be passed through every component. Set by the root before anything else renders.
 */
export const shop = (): ShopInfo => current;

const readShop = /* @__PURE__ */ jsonReader<ShopInfo>();

/** Called by the root only. */
export function setShop(json: Json<ShopInfo>): void {
  current = readShop(json);
}

const texts = /* @__PURE__ */ new WeakMap<ShopInfo, Json<ShopInfo>>();

/** For `setShop`. The server reads the same object until the settings change. */
export function shopJson(info: ShopInfo): Json<ShopInfo> {
  const json = texts.get(info) ?? JSON.stringify(info);
  texts.set(info, json);
  return json;
}

/** A value computed from the settings: once, and again when they have changed. */
export function fromShop<T>(compute: (info: ShopInfo) => T): () => T {
  let known: { readonly info: ShopInfo; readonly value: T } | undefined;
  return () => {
    if (known?.info !== current) known = { info: current, value: compute(current) };
    return known.value;
  };
}

/** Locale and formats for `Intl`. */
export const shopLocale = (): string => intlLocale(current.language);

/** The title of a page: `Your cart | Stoa`. */
export const pageTitle = (page: string): string => `${page} | ${current.siteName}`;

/** The same in the back office: `Orders | Stoa back office`. */
export const adminTitle = (page: string): string => `${page} | ${current.siteName} back office`;

let isOutdated = false;

/** Settings have changed: the root's next revalidation reloads them. */
export function invalidateShop(): void {
  isOutdated = true;
}

/** Whether the root must reload. The router asks more than once. */
export const isShopOutdated = (): boolean => isOutdated;

/** The root has reloaded. Not called for an aborted load: the next navigation tries again. */
export function markShopFresh(): void {
  isOutdated = false;
}
