import type { Sealer } from '#server/platform/sealing.ts';

/** What every mail says of the shop that sends it, and how it is encrypted until it is sent. */
export interface MailShop {
  readonly shopName: string;
  readonly appUrl: string;
  readonly contactEmail: string;
  /** Empty: the shop has none. */
  readonly supportPhone: string;
  readonly sealer: Pick<Sealer, 'seal'>;
}

interface SiteFacts {
  readonly siteName: string;
  readonly contactEmail: string;
  readonly supportPhone: string;
}

/** What a feature that sends mails works with. */
export interface MailShopServices {
  readonly settings: { get(section: 'site'): Promise<SiteFacts> };
  readonly config: { readonly appUrl: string };
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** As the settings have it; read before a transaction, not in it. */
export async function readMailShop({ settings, config, sealer }: MailShopServices): Promise<MailShop> {
  const { siteName, contactEmail, supportPhone } = await settings.get('site');
  return { shopName: siteName, appUrl: config.appUrl, contactEmail, supportPhone, sealer };
}
