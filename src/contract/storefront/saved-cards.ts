import { z } from 'zod';
import { MAX_SAVED_CARDS } from '#domain/checkout/saved-card.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';

export const savedCardId = z.string().regex(/^[\w-]{1,255}$/, 'Must be the id of a saved card.');

const savedCard = z.object({
  id: savedCardId,
  /** The provider that keeps the card. */
  provider: z.string(),
  /** As the provider names it, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  /** Four digits. */
  exp_year: z.int(),
  is_expired: z.boolean(),
});
export type SavedCardView = z.output<typeof savedCard>;

export const savedCardEndpoints = defineEndpoints({
  'GET /account/cards': {
    access: 'customer',
    summary: 'The saved cards, read from their payment provider, newest first',
    data: z.object({
      /** Whether an enabled payment provider can save cards. */
      can_save: z.boolean(),
      cards: z.array(savedCard).max(MAX_SAVED_CARDS),
      /** Providers that are not responding: their cards are missing from the list. */
      unavailable_providers: z.array(z.string()).optional(),
    }),
  },
  'DELETE /account/cards/{id}': {
    access: 'customer',
    summary: 'Removes a saved card from its payment provider',
    params: z.object({ id: savedCardId }),
    data: noData,
    refusals: ['card.not_found', 'payment.provider_failed'],
  },
});
