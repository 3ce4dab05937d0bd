import { intlLocale, type Language } from '#domain/shop/language.ts';
import type { Branding, BrandingReader } from '#server/features/branding/index.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';

/** Facts about the shop for mails, and how mails are encrypted until they are sent. */
export interface MailShop {
  readonly shopName: string;
  readonly appUrl: string;
  readonly contactEmail: string;
  /** Empty: not configured. */
  readonly supportPhone: string;
  /** Locale for `Intl`. */
  readonly locale: string;
  readonly branding: Branding;
  readonly sealer: Pick<Sealer, 'seal'>;
}

interface SiteSettings {
  readonly siteName: string;
  readonly contactEmail: string;
  readonly supportPhone: string;
  readonly language: Language;
}

/** Services for features that send mails. */
export interface MailShopServices {
  readonly settings: { get(section: 'site'): Promise<SiteSettings> };
  readonly config: { readonly appUrl: string };
  readonly branding: BrandingReader;
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** From the settings; read before a transaction, not inside it. */
export async function readMailShop({ branding, settings, config, sealer }: MailShopServices): Promise<MailShop> {
  const [site, look] = await Promise.all([settings.get('site'), branding.read()]);
  const { siteName, contactEmail, supportPhone, language } = site;
  const locale = intlLocale(language);
  return { shopName: siteName, appUrl: config.appUrl, contactEmail, supportPhone, locale, branding: look, sealer };
}
