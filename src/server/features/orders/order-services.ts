import type { TimeZone } from '#domain/shop/time-zone.ts';
import { type MailShop, readMailShop } from '#server/features/mail/index.ts';
import type { PaymentServices } from '#server/features/payments/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { Jobs } from '#server/platform/jobs.ts';

/** Services of the order feature. */
export interface OrderServices extends PaymentServices {
  readonly settings: Settings;
  readonly jobs: Pick<Jobs, 'request'>;
  readonly config: Pick<Config, 'appUrl'>;
}

/** Shop facts for mails and order numbers; read before a transaction, not inside it. */
export interface ShopFacts extends MailShop {
  readonly timeZone: TimeZone;
}

export async function readShopFacts(
  services: Pick<OrderServices, 'branding' | 'settings' | 'config' | 'sealer'>,
): Promise<ShopFacts> {
  const { timezone } = await services.settings.get('site');
  return { ...(await readMailShop(services)), timeZone: timezone };
}
