import type { AdminSettings, Section } from '#contract/admin/settings.ts';
import type { ShopInfo } from '#contract/storefront/shop.ts';
import { expectedDelivery } from '#domain/checkout/delivery-date.ts';
import { formatDecimal, parseDecimalOrThrow } from '#domain/money/money.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import { currencyLock } from './guard-currency.ts';
import { completeSection, type Mode } from './sections.ts';
import type { Sales, SectionRow } from './settings.store.ts';
import type { Settings } from './settings.ts';

/** Facts from outside the settings. */
export interface SettingsContext {
  readonly cardsBy: AdminSettings['payment']['cardsBy'];
  readonly isServerFromEnvironment: boolean;
  readonly sales: Sales;
  readonly mode: Mode;
}

/** All sections for the back office; secrets only as 'is stored'. */
export function adminSettingsView(
  rows: readonly SectionRow[],
  secretNames: readonly string[],
  { cardsBy, isServerFromEnvironment, sales, mode }: SettingsContext,
): AdminSettings {
  const view = <S extends Section>(section: S) => {
    const row = rows.find((stored) => stored.section === section);
    return {
      ...completeSection(section, row?.value ?? {}, mode),
      revision: row?.revision ?? 0,
      updatedAt: row && row.revision > 0 ? row.updated_at.toISOString() : null,
      updatedBy: row?.updated_by_name ?? null,
    };
  };
  const site = view('site');
  return {
    site: { ...site, currencyLock: currencyLock(sales, site.currency) ?? null },
    payment: {
      ...view('payment'),
      stripeSecretKey: secretNames.includes('stripeSecretKey'),
      stripeWebhookSecret: secretNames.includes('stripeWebhookSecret'),
      paypalClientSecret: secretNames.includes('paypalClientSecret'),
      cardsBy,
    },
    shipping: view('shipping'),
    email: { ...view('email'), smtpPassword: secretNames.includes('smtpPassword'), isServerFromEnvironment },
    security: view('security'),
    data: view('data'),
  };
}

const amountOf = (dollars: number): string => formatDecimal(parseDecimalOrThrow(dollars));

/** The script sources of payment forms without `*`: Trusted Types compares script URLs with these origins. */
function scriptOriginsOf(providers: readonly PaymentProvider[]): string[] {
  const sources = providers.flatMap((provider) => (provider.kind === 'online' ? provider.pagePolicy.scripts : []));
  return [
    ...new Set(
      sources.filter((source) => !source.includes('*') && URL.canParse(source)).map((source) => new URL(source).origin),
    ),
  ];
}

/** The shop's public settings. */
export async function readShopInfo(
  settings: Settings,
  providers: readonly PaymentProvider[],
  now: Date,
): Promise<Omit<ShopInfo, 'categories' | 'menu'>> {
  const [site, shipping, security] = await Promise.all([
    settings.get('site'),
    settings.get('shipping'),
    settings.get('security'),
  ]);
  const scriptOrigins = scriptOriginsOf(providers);
  return {
    siteName: site.siteName,
    siteDescription: site.siteDescription,
    contactEmail: site.contactEmail,
    supportPhone: site.supportPhone,
    currency: site.currency,
    timezone: site.timezone,
    language: site.language,
    passwordRules: {
      passwordMinLength: security.passwordMinLength,
      requireUppercase: security.requireUppercase,
      requireNumbers: security.requireNumbers,
      requireSpecialChars: security.requireSpecialChars,
    },
    shipping: {
      checkoutShipping: shipping.checkoutShipping,
      freeShippingThreshold: amountOf(shipping.freeShippingThreshold),
      flatShippingCost: amountOf(shipping.flatShippingCost),
      standardShippingCost: amountOf(shipping.standardShippingCost),
      expressShippingCost: amountOf(shipping.expressShippingCost),
      overnightShippingCost: amountOf(shipping.overnightShippingCost),
      internationalShipping: shipping.internationalShipping,
      deliveryDaysFrom: shipping.deliveryDaysFrom,
      deliveryDaysTo: shipping.deliveryDaysTo,
      expectedDelivery: expectedDelivery(
        now,
        { from: shipping.deliveryDaysFrom, to: shipping.deliveryDaysTo },
        site.timezone,
      ),
    },
    paymentMethods: providers.map(({ kind, method, label }) => ({ method, label, isPaidLater: kind === 'offline' })),
    ...(scriptOrigins.length > 0 && { scriptOrigins }),
  };
}
