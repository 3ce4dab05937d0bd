import { z } from 'zod';
import { cutText } from '#domain/cut-text.ts';
import { MAX_AMOUNT } from '#domain/money/money.ts';
import type { Intent, ProviderEvent, ProviderRefund, SavedCard } from './payment-provider.ts';

const id = z.string().min(1).max(255);
const text = z.string().max(1_000);
const cents = z.int().min(0).max(MAX_AMOUNT);
/** Absent values may be null, as services send them. */
const optional = <T extends z.ZodType>(value: T) => value.nullish().transform((given) => given ?? undefined);

/** As the browser sends it back. */
const intentId = z.string().regex(/^[\w-]{1,255}$/);

const intent: z.ZodType<Intent, unknown> = z.object({
  id: intentId,
  status: z.enum(['unpaid', 'approved', 'processing', 'succeeded', 'canceled']),
  amount: cents,
  amountReceived: cents,
  currency: z.string().regex(/^[a-z]{3}$/),
  clientSecret: z.string().max(5_000),
  redirectUrl: optional(z.url({ protocol: /^https?$/ }).max(5_000)),
  checkoutKey: optional(text),
  revision: optional(z.int()),
  userId: optional(z.int()),
  card: optional(z.object({ brand: text, last4: text })),
  // Shown to shoppers; a long one is no reason to lose a payment.
  lastError: optional(z.string().transform((reason) => cutText(reason, 500))),
});

const refund: z.ZodType<ProviderRefund, unknown> = z.object({
  id,
  intentId,
  amount: cents,
  status: z.enum(['pending', 'succeeded', 'failed']),
  refundKey: optional(text),
  error: optional(z.string().transform((reason) => cutText(reason, 500))),
});

const event: z.ZodType<ProviderEvent, unknown> = z.object({
  id,
  type: text,
  about: z.enum(['intent', 'refund', 'other']),
  objectId: optional(id),
});

const card: z.ZodType<SavedCard, unknown> = z.object({
  id,
  brand: text,
  last4: text,
  expMonth: z.int(),
  expYear: z.int(),
  fingerprint: text,
});

const anything = z.unknown();

/** Valid responses of a plug-in's provider by method, including those of `savedCards`. */
const RESPONSES: Readonly<Record<string, z.ZodType>> = {
  createIntent: intent,
  updateIntent: intent,
  retrieveIntent: optional(intent),
  cancelIntent: optional(intent),
  captureIntent: intent,
  createRefund: refund,
  retrieveRefund: optional(refund),
  findRefund: optional(refund),
  readEvent: event,
  createCustomer: id,
  listCards: optional(z.array(card).max(100)),
};

/** Validates what a method returned. @throws Error if it is not as the port describes. */
export function checkProviderResponse(method: string, response: unknown): unknown {
  return (RESPONSES[method] ?? anything).parse(response);
}
