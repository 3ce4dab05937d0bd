import { intlLocale } from '#domain/language.ts';
import type { PaymentServices } from '#server/features/payments/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { Jobs } from '#server/platform/jobs.ts';

/** What the order feature works with. */
export interface OrderServices extends PaymentServices {
  readonly settings: Settings;
  readonly jobs: Pick<Jobs, 'request'>;
  readonly config: Pick<Config, 'appUrl'>;
}

/** What mails and order numbers need to know of the shop; read before a transaction, not in it. */
export interface ShopFacts {
  readonly shopName: string;
  readonly appUrl: string;
  readonly timeZone: string;
  /** In which amounts are written, for `Intl`. */
  readonly locale: string;
  /** Where customers reach the merchant; empty: not said. */
  readonly contactEmail: string;
}

export async function readShopFacts({ settings, config }: Pick<OrderServices, 'settings' | 'config'>) {
  const { siteName, contactEmail, timezone, language } = await settings.get('site');
  const facts = { shopName: siteName, contactEmail, timeZone: timezone, locale: intlLocale(language) };
  return { ...facts, appUrl: config.appUrl } satisfies ShopFacts;
}
