import { intlLocale } from '#domain/language.ts';
import { FIRST_SHOP, type ShopInfo } from './first-shop.ts';

// The browser gets it with the page, before anything is rendered: the defaults stay out of its scripts.
let known: ShopInfo = import.meta.env.SSR ? FIRST_SHOP : ({} as ShopInfo);

/**
 * The shop as the page's root was told of it. A process and a page belong to one shop, so it is known to all, formats
 * included, without being handed through every component; the root learns it before anything else is rendered.
 */
export const shop = (): ShopInfo => known;

/** Called by the root alone. */
export function learnShop(info: ShopInfo): void {
  known = info;
}

/** What `Intl` formats the shop's amounts, numbers and dates for. */
export const shopLocale = (): string => intlLocale(known.language);

/** The title of a page: `Your cart | Stoa`. */
export const titled = (page: string): string => `${page} | ${known.siteName}`;

/** The same in the back office: `Orders | Stoa back office`. */
export const adminTitle = (page: string): string => `${page} | ${known.siteName} back office`;

let isOutdated = false;

/** The merchant has changed something: the root's next revalidation asks anew. */
export function forgetShop(): void {
  isOutdated = true;
}

/** Whether the root has to ask anew. The router wants to know more than once. */
export const isShopOutdated = (): boolean => isOutdated;

/** The root has asked. Not called for an answer that nobody waits for any more: who goes on meanwhile asks again. */
export function shopIsAsked(): void {
  isOutdated = false;
}
