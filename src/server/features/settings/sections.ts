import { z } from 'zod';

const dollars = z.number().min(0).max(9_999_999.99).multipleOf(0.01);

/**
 * The shop's settings by section, with the defaults of back-office §9. Stored are only the values that differ; a
 * default that changes with a new version reaches every shop that never touched it.
 */
export const sections = {
  site: z.object({
    siteName: z.string().default('Stoa'),
    siteDescription: z.string().default('The everyday general store. Open all hours.'),
    contactEmail: z.string().default('hello@stoa.test'),
    supportPhone: z.string().default('+1 (555) 010-0199'),
    currency: z.enum(['USD', 'EUR', 'GBP', 'CAD']).default('USD'),
    timezone: z
      .enum(['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'UTC'])
      .default('America/New_York'),
    language: z.string().default('en'),
    reviewsEnabled: z.boolean().default(false),
  }),
  payment: z.object({
    stripeEnabled: z.boolean().default(true),
    offlineEnabled: z.boolean().default(false),
  }),
  shipping: z.object({
    /** DESIGN §2: `flat` charges `flatShippingCost`, `methods` lets the shopper pick. */
    checkoutShipping: z.enum(['flat', 'methods']).default('flat'),
    flatShippingCost: dollars.default(10),
    /** Percent of the cart total; storefront §9. */
    taxPercent: z.number().min(0).max(100).default(8),
    freeShippingThreshold: dollars.default(50),
    standardShippingCost: dollars.default(5.99),
    expressShippingCost: dollars.default(12.99),
    overnightShippingCost: dollars.default(24.99),
    internationalShipping: z.boolean().default(true),
  }),
  email: z.object({
    smtpHost: z.string().default(''),
    smtpPort: z.int().min(1).max(65_535).default(587),
    smtpUsername: z.string().default(''),
    smtpEncryption: z.enum(['tls', 'ssl', 'none']).default('tls'),
    fromEmail: z.string().default('orders@stoa.test'),
    fromName: z.string().default('Stoa'),
  }),
  security: z.object({
    passwordMinLength: z.int().min(6).max(50).default(8),
    requireUppercase: z.boolean().default(true),
    requireNumbers: z.boolean().default(true),
    requireSpecialChars: z.boolean().default(false),
    /** Minutes. */
    sessionTimeout: z.int().min(15).max(1440).default(120),
    maxLoginAttempts: z.int().min(3).max(10).default(5),
  }),
} as const;

export type Section = keyof typeof sections;
export type SettingsOf<S extends Section> = z.output<(typeof sections)[S]>;
