/** What every mail says of the shop that sends it. */
export interface MailShop {
  readonly shopName: string;
  readonly appUrl: string;
  readonly contactEmail: string;
  /** Empty: the shop has none. */
  readonly supportPhone: string;
}

interface SiteFacts {
  readonly siteName: string;
  readonly contactEmail: string;
  readonly supportPhone: string;
}

/** As the settings have it; read before a transaction, not in it. */
export async function readMailShop({
  settings,
  config,
}: {
  readonly settings: { get(section: 'site'): Promise<SiteFacts> };
  readonly config: { readonly appUrl: string };
}): Promise<MailShop> {
  const { siteName, contactEmail, supportPhone } = await settings.get('site');
  return { shopName: siteName, appUrl: config.appUrl, contactEmail, supportPhone };
}
