/** Coupons of the demo shop: $20 off from $100, and 10% off a customer's first order. */
export const DEMO_COUPONS = [
  { code: 'WELCOME10', kind: 'percentage', value: 1_000, minimum_cents: 0, usage_limit_per_customer: 1 },
  { code: 'SAVE20', kind: 'fixed', value: 2_000, minimum_cents: 10_000, usage_limit_per_customer: null },
] as const;
