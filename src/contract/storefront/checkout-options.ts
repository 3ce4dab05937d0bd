import { z } from 'zod';
import { MAX_CHECKOUT_TEXT } from '#domain/checkout/checkout-options.ts';
import { multiLine } from '../fields.ts';

/** A checkout field of a plug-in for the whole order, such as a delivery note. */
export const checkoutOption = z.object({
  /** `<plugin>:<option>`. */
  key: z.string(),
  label: z.string(),
  /** Help text below the field. */
  hint: z.string().nullable(),
  kind: z.enum(['flag', 'choice', 'text', 'date']),
  is_required: z.boolean(),
  /** Of a choice. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Of a text. */
  max_length: z.int().nullable(),
  /** Whether a text can have several lines. */
  is_long: z.boolean(),
  /** First and last day of a date. */
  first: z.iso.date().nullable(),
  last: z.iso.date().nullable(),
});

/** More than the plug-ins of a shop offer together. */
const MAX_WANTED = 200;

/** By `<plugin>:<option>`: `yes` for a flag, a value of a choice, a text, or a day; null or empty for none. */
export const wantedOptions = z
  .record(z.string().max(100), multiLine(0, MAX_CHECKOUT_TEXT).nullable())
  .refine((options) => Object.keys(options).length <= MAX_WANTED, `At most ${MAX_WANTED} options.`)
  .default({});

/** The values chosen for the order. Omitted if there are none. */
export const orderOptions = z
  .array(
    z.object({
      key: z.string(),
      label: z.string(),
      /** `yes` for a flag, the value of a choice, a text, or a day. Empty once the account is deleted. */
      value: z.string(),
      /** The text for people; null for a flag. */
      text: z.string().nullable(),
    }),
  )
  .optional();
