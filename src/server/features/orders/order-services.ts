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
}

export async function readShopFacts({ settings, config }: Pick<OrderServices, 'settings' | 'config'>) {
  const { siteName, timezone } = await settings.get('site');
  return { shopName: siteName, appUrl: config.appUrl, timeZone: timezone } satisfies ShopFacts;
}
