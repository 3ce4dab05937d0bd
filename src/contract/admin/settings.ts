import { z } from 'zod';
import { MAX_DELIVERY_DAYS } from '#domain/checkout/delivery-date.ts';
import { MAX_OFFLINE_INSTRUCTIONS } from '#domain/checkout/offline-payment.ts';
import { SETTING_LIMITS } from '#domain/form-limits.ts';
import { CURRENCIES } from '#domain/money/currency.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { BACKUP_SCHEDULES, WEEKDAYS } from '#domain/shop/backup-schedule.ts';
import { LANGUAGES } from '#domain/shop/language.ts';
import { TIME_ZONES } from '#domain/shop/time-zone.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { between, email, inRange, multiLine, NO_CONTROL, singleLine } from '../fields.ts';

const WRONG_AMOUNT = 'Please enter an amount such as 12.50.';
/** An amount in the currency's main unit. `multipleOf` would accept 0.1 + 0.2, which is no amount of cents. */
export const dollars = z
  .number(WRONG_AMOUNT)
  .min(0, WRONG_AMOUNT)
  .max(99_999.99, 'Please enter at most 99999.99.')
  .refine((value) => parseDecimal(value, { negative: true }) !== undefined, 'Please enter at most two decimals.')
  .meta({ multipleOf: 0.01 });

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, 'Please choose one of those offered.');

const host = singleLine(0, 253).regex(/^[\w.:[\]-]*$/, 'Please enter the name of a server, such as smtp.example.com.');

/** The five sections of the settings with their limits (back-office §3 and §5), and backups and retention. */
export const settingSections = {
  site: z.object({
    siteName: singleLine(1, SETTING_LIMITS.siteName),
    siteDescription: singleLine(0, SETTING_LIMITS.siteDescription),
    contactEmail: email,
    supportPhone: singleLine(0, SETTING_LIMITS.supportPhone),
    currency: oneOf(CURRENCIES),
    timezone: oneOf(TIME_ZONES),
    language: oneOf(LANGUAGES),
  }),
  payment: z.object({
    stripeEnabled: z.boolean(),
    paypalEnabled: z.boolean(),
    /** Whether orders can be placed and paid later. */
    offlineEnabled: z.boolean(),
    /** Payment instructions for such orders: plain text with line breaks. */
    offlineInstructions: multiLine(0, MAX_OFFLINE_INSTRUCTIONS),
    /** Maximum units per order, and units that an account can hold during checkout. */
    maxPiecesPerOrder: between(1, 99_900),
    maxPiecesHeld: between(1, 99_900),
    maxPiecesHeldUnverified: between(1, 99_900),
    stripePublishableKey: singleLine(0, 255).regex(/^(pk_\w+)?$/, 'A publishable key starts with pk_.'),
    paypalClientId: singleLine(0, 255),
  }),
  shipping: z.object({
    /** `flat` charges `flatShippingCost`, `methods` lets the shopper choose. */
    checkoutShipping: oneOf(['flat', 'methods']),
    flatShippingCost: dollars,
    /** Percent of the cart total. */
    taxPercent: z
      .number('Please enter a percentage such as 8.25.')
      .min(SETTING_LIMITS.taxPercent.min, 'Please enter 0 or more.')
      .max(SETTING_LIMITS.taxPercent.max, 'Please enter at most 100.')
      .multipleOf(0.0001, 'Please enter at most four decimals.'),
    freeShippingThreshold: dollars,
    standardShippingCost: dollars,
    expressShippingCost: dollars,
    overnightShippingCost: dollars,
    internationalShipping: z.boolean(),
    /** Working days of standard delivery, and of the flat rate. */
    deliveryDaysFrom: between(0, MAX_DELIVERY_DAYS),
    deliveryDaysTo: between(0, MAX_DELIVERY_DAYS),
    expressDaysFrom: between(0, MAX_DELIVERY_DAYS),
    expressDaysTo: between(0, MAX_DELIVERY_DAYS),
  }),
  email: z.object({
    /** Empty: mails wait in the outbox. */
    smtpHost: host,
    smtpPort: inRange(SETTING_LIMITS.smtpPort),
    smtpUsername: singleLine(0, 254),
    smtpEncryption: oneOf(['tls', 'ssl', 'none']),
    fromEmail: email,
    fromName: singleLine(1, SETTING_LIMITS.fromName),
  }),
  security: z.object({
    passwordMinLength: inRange(SETTING_LIMITS.passwordMinLength),
    requireUppercase: z.boolean(),
    requireNumbers: z.boolean(),
    requireSpecialChars: z.boolean(),
    sessionTimeout: inRange(SETTING_LIMITS.sessionTimeout),
    maxLoginAttempts: inRange(SETTING_LIMITS.maxLoginAttempts),
    /** Admins without a second factor can only set one up. */
    requireTwoFactorForAdmins: z.boolean(),
  }),
  data: z.object({
    backupSchedule: oneOf(BACKUP_SCHEDULES),
    /** In the shop's time zone. */
    backupHour: between(0, 23),
    /** Of a weekly backup; 0 is Sunday. */
    backupWeekday: oneOf(WEEKDAYS),
    backupsKept: inRange(SETTING_LIMITS.backupsKept),
    /** Days; 0 keeps them. Mails that wait to be sent are always kept. */
    keepMails: inRange(SETTING_LIMITS.keep),
    keepAudit: inRange(SETTING_LIMITS.keep),
    /** Of checkouts without a payment. */
    keepCheckouts: inRange(SETTING_LIMITS.keep),
    /** Of events that every plug-in has handled. */
    keepEvents: inRange(SETTING_LIMITS.keepEvents),
  }),
};

export type Section = keyof typeof settingSections;
export type SettingsOf<S extends Section> = z.output<(typeof settingSections)[S]>;

const secret = z
  .string()
  .min(1, 'This field is required.')
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, NO_CONTROL);

const stripeSecretKey = secret.regex(/^(sk|rk)_\w+$/, 'A secret key starts with sk_ or rk_.');
const stripeWebhookSecret = secret.regex(/^whsec_\w+$/, 'A webhook’s signing secret starts with whsec_.');

/** Secrets are never returned. Omitted: unchanged; null: cleared; a string: replaced. */
const paymentSecrets = {
  stripeSecretKey: stripeSecretKey.nullable().optional(),
  stripeWebhookSecret: stripeWebhookSecret.nullable().optional(),
  paypalClientSecret: secret.nullable().optional(),
};
const emailSecrets = { smtpPassword: secret.nullable().optional() };

export type SecretName = keyof typeof paymentSecrets | keyof typeof emailSecrets;

/** Number of changes of a section; 0 if it was never saved. */
const revision = z.int().min(0).max(2_147_483_647);
const sectionFacts = { revision, updatedAt: z.iso.datetime().nullable(), updatedBy: z.string().nullable() };

export const adminSettings = z
  .object({
    site: settingSections.site.extend({
      ...sectionFacts,
      /** Why the currency cannot be changed; null while it can. */
      currencyLock: z.string().nullable(),
    }),
    payment: settingSections.payment.extend({
      ...sectionFacts,
      /** Whether a secret is stored. */
      stripeSecretKey: z.boolean(),
      stripeWebhookSecret: z.boolean(),
      paypalClientSecret: z.boolean(),
      /** The current card provider's keys: environment variables take precedence over the settings. */
      cardsBy: z.enum(['environment', 'settings', 'sandbox', 'nobody']),
    }),
    shipping: settingSections.shipping.extend(sectionFacts),
    email: settingSections.email.extend({
      ...sectionFacts,
      smtpPassword: z.boolean(),
      /** `SMTP_URL` is set, which takes precedence over the settings. */
      isServerFromEnvironment: z.boolean(),
    }),
    security: settingSections.security.extend(sectionFacts),
    data: settingSections.data.extend(sectionFacts),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.output<typeof adminSettings>;

/** Omitted fields are unchanged. `revision` is the one that was read; a change based on an older one is refused. */
const change = { revision };
const refusals = ['settings.changed'] as const;

export const adminSettingEndpoints = defineEndpoints({
  'GET /admin/settings': {
    access: 'admin',
    summary: 'All settings; for secrets only whether they are stored',
    data: adminSettings,
  },
  'PUT /admin/settings/site': {
    access: 'admin',
    summary: 'Names, contact, currency, language and time zone of the shop',
    body: settingSections.site.partial().extend(change),
    data: adminSettings.shape.site,
    refusals: ['settings.changed', 'settings.currency_locked'],
  },
  'PUT /admin/settings/payment': {
    access: 'admin',
    summary: 'Payment methods; keys are stored encrypted',
    body: settingSections.payment.partial().extend({
      ...change,
      ...paymentSecrets,
      /** Sent after the admin has confirmed the payments that are open with the current keys. */
      confirmOpenPayments: z.boolean().optional(),
    }),
    data: adminSettings.shape.payment,
    refusals: ['settings.changed', 'settings.open_payments'],
  },
  'PUT /admin/settings/shipping': {
    access: 'admin',
    summary: 'Shipping cost and tax',
    body: settingSections.shipping.partial().extend(change),
    data: adminSettings.shape.shipping,
    refusals,
  },
  'PUT /admin/settings/email': {
    access: 'admin',
    summary: 'The mail server and the sender; its password is stored encrypted',
    body: settingSections.email.partial().extend({ ...change, ...emailSecrets }),
    data: adminSettings.shape.email,
    refusals,
  },
  'PUT /admin/settings/security': {
    access: 'admin',
    summary: 'Rules for passwords, sessions and logging in',
    body: settingSections.security.partial().extend(change),
    data: adminSettings.shape.security,
    refusals,
  },
  'PUT /admin/settings/data': {
    access: 'admin',
    summary: 'When backups are made, and how long emails, audit log, checkouts and events are kept',
    body: settingSections.data.partial().extend(change),
    data: adminSettings.shape.data,
    refusals,
  },
  'POST /admin/settings/payment/test': {
    access: 'admin',
    costly: true,
    summary: 'Tests the card or wallet provider with the given keys; omitted ones are the stored ones',
    body: z.object({
      service: z.enum(['stripe', 'paypal']),
      stripePublishableKey: settingSections.payment.shape.stripePublishableKey.optional(),
      stripeSecretKey: stripeSecretKey.optional(),
      paypalClientId: settingSections.payment.shape.paypalClientId.optional(),
      paypalClientSecret: secret.optional(),
    }),
    data: z.object({ mode: z.enum(['live', 'test']) }),
    refusals: ['settings.test_failed'],
  },
  'POST /admin/settings/email/test': {
    access: 'admin',
    costly: true,
    summary: 'Sends a test email to the admin through the given server; omitted values are the stored ones',
    body: settingSections.email.partial().extend({ smtpPassword: secret.optional() }),
    data: noData,
    refusals: ['settings.test_failed'],
  },
});
