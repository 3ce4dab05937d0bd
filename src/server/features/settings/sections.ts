import { dollars, type Section, type SettingsOf, settingSections } from '#contract/admin/settings.ts';
import { DEFAULT_PASSWORD_RULES } from '#domain/accounts/password-rules.ts';
import { DEFAULT_HOLD_LIMITS } from '#domain/checkout/hold-limits.ts';
import { DEFAULT_SHIPPING_RULES } from '#domain/checkout/shipping.ts';
import { DEFAULT_CURRENCY } from '#domain/money/currency.ts';
import { type Cents, formatDecimal } from '#domain/money/money.ts';
import { DEFAULT_TAX_PERCENT } from '#domain/money/tax.ts';
import { DEFAULT_LANGUAGE } from '#domain/shop/language.ts';
import { DEFAULT_TIME_ZONE } from '#domain/shop/time-zone.ts';
import type { Config } from '#server/platform/config.ts';

type Fields = Readonly<Record<string, unknown>>;

const { days: DEFAULT_DAYS, ...DEFAULT_SHIPPING } = DEFAULT_SHIPPING_RULES;

/** Settings are entered and stored in the currency's main unit. */
const dollarsOf = (amount: Cents): number => Number(formatDecimal(amount));

/**
 * The defaults of back-office §9. Only values that differ are stored, so that a changed default reaches every shop that
 * has not overridden it.
 */
const DEFAULTS: { readonly [S in Section]: SettingsOf<S> } = {
  site: {
    siteName: 'Stoa',
    siteDescription: 'The everyday general store. Open all hours.',
    contactEmail: 'hello@stoa.test',
    supportPhone: '+1 (555) 010-0199',
    currency: DEFAULT_CURRENCY,
    timezone: DEFAULT_TIME_ZONE,
    language: DEFAULT_LANGUAGE,
  },
  payment: {
    stripeEnabled: true,
    paypalEnabled: false,
    offlineEnabled: false,
    offlineInstructions: '',
    ...DEFAULT_HOLD_LIMITS,
    stripePublishableKey: '',
    paypalClientId: '',
  },
  shipping: {
    checkoutShipping: DEFAULT_SHIPPING.checkoutShipping,
    flatShippingCost: dollarsOf(DEFAULT_SHIPPING.flat),
    taxPercent: DEFAULT_TAX_PERCENT,
    freeShippingThreshold: dollarsOf(DEFAULT_SHIPPING.freeThreshold),
    standardShippingCost: dollarsOf(DEFAULT_SHIPPING.standard),
    expressShippingCost: dollarsOf(DEFAULT_SHIPPING.express),
    overnightShippingCost: dollarsOf(DEFAULT_SHIPPING.overnight),
    internationalShipping: DEFAULT_SHIPPING.internationalShipping,
    deliveryDaysFrom: DEFAULT_DAYS.standard.from,
    deliveryDaysTo: DEFAULT_DAYS.standard.to,
    expressDaysFrom: DEFAULT_DAYS.express.from,
    expressDaysTo: DEFAULT_DAYS.express.to,
  },
  email: {
    smtpHost: '',
    smtpPort: 587,
    smtpUsername: '',
    smtpEncryption: 'tls',
    fromEmail: 'orders@stoa.test',
    fromName: 'Stoa',
  },
  security: { ...DEFAULT_PASSWORD_RULES, sessionTimeout: 120, maxLoginAttempts: 5, requireTwoFactorForAdmins: false },
  data: {
    backupSchedule: 'off',
    backupHour: 3,
    backupWeekday: '0',
    backupsKept: 7,
    keepMails: 0,
    keepAudit: 0,
    keepCheckouts: 0,
    keepEvents: 7,
  },
};

/** What defaults depend on. */
export type Mode = Pick<Config, 'production'>;

/** A password without a second factor is enough only for demo and development data. */
function defaultsOf(section: Section, { production }: Mode): Fields {
  return section === 'security' ? { ...DEFAULTS.security, requireTwoFactorForAdmins: production } : DEFAULTS[section];
}

/** Earlier versions stored amounts such as 0.1 + 0.2. */
const roundToCents = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(2)) : value);

/** A section with its stored values. A stored value outside the current limits is replaced by the default. */
export function completeSection<S extends Section>(section: S, stored: Fields, mode: Mode): SettingsOf<S> {
  const defaults = defaultsOf(section, mode);
  const fitting = Object.entries(settingSections[section].shape).map(([name, schema]) => {
    const value = stored[name];
    const parsed = schema.safeParse(schema === dollars ? roundToCents(value) : value);
    return [name, parsed.success ? parsed.data : defaults[name]];
  });
  return Object.fromEntries(fitting) as SettingsOf<S>;
}

/** What to store of a section: values that differ from the defaults. */
export function differingFields(section: Section, values: Fields, mode: Mode): Fields {
  const defaults = defaultsOf(section, mode);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== defaults[name]));
}
