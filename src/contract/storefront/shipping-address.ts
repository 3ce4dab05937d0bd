import { z } from 'zod';
import { COUNTRIES } from '#domain/checkout/shipping.ts';
import { singleLine } from '../fields.ts';

/** Destination of an order (storefront §3 and §5). */
export const shippingAddress = z
  .object({
    name: singleLine(1, 120),
    line1: singleLine(1, 200),
    /** Omitted when blank. */
    line2: singleLine(0, 200)
      .nullable()
      .transform((text) => text || undefined)
      .optional(),
    city: singleLine(1, 100),
    state: singleLine(1, 100),
    postal_code: singleLine(1, 20),
    country: z.enum(COUNTRIES, 'Please choose one of the countries we ship to.'),
  })
  .meta({ id: 'ShippingAddress' });
export type ShippingAddress = z.output<typeof shippingAddress>;

/** An address as stored with an order. */
export const keptAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
export type KeptAddress = z.output<typeof keptAddress>;
