/** Limits of the back office's forms, which the contract checks: the maximum length of texts, and the range of numbers. */
export const USER_LIMITS = { name: 120, email: 254, mailSubject: 150, mailMessage: 5000 } as const;

export const ORDER_LIMITS = { trackingNumber: 100, note: 1000, refundReason: 200 } as const;

export const CATEGORY_LIMITS = { name: 120, slug: 140, description: 2000 } as const;

export const CUSTOM_FIELD_LIMITS = { label: 80, key: 40, choice: 80, unit: 20, help: 200 } as const;

export const VARIANT_LIMITS = { name: 200, options: 3, optionName: 40, optionValue: 80 } as const;

/** Percent, with at most two decimals. */
export const PRICE_CHANGE_LIMITS = { percent: { min: -100, max: 1000 }, sale: { min: 0.01, max: 99.99 } } as const;

export const SEARCH_RULE_LIMITS = { query: 80, redirect: 300 } as const;

/** The longest time that data can be kept if it is deleted at all: ten years. */
const MAX_DAYS = 3650;

export const SETTING_LIMITS = {
  siteName: 60,
  siteDescription: 200,
  supportPhone: 40,
  fromName: 60,
  smtpPort: { min: 1, max: 65_535 },
  taxPercent: { min: 0, max: 100 },
  passwordMinLength: { min: 6, max: 50 },
  /** Minutes. */
  sessionTimeout: { min: 15, max: 1440 },
  maxLoginAttempts: { min: 3, max: 10 },
  backupsKept: { min: 1, max: 365 },
  /** Days; 0 keeps the data. */
  keep: { min: 0, max: MAX_DAYS },
  keepEvents: { min: 1, max: MAX_DAYS },
} as const;
