import type Stripe from 'stripe';
import { ProviderRefused, type SavedCard, type SavedCards } from '#server/features/payments/index.ts';
import type { StripeClient } from './stripe-client.ts';

/** Stripe's maximum, far above the shop's own. */
const CARDS_PER_PAGE = 100;

function readSavedCard({ id, card }: Stripe.PaymentMethod): SavedCard[] {
  if (!card) return [];
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = card;
  return [{ id, brand, last4, expMonth, expYear, fingerprint: fingerprint ?? id }];
}

/** Cards that Stripe keeps for its customers. */
export function createSavedCards(client: StripeClient): SavedCards {
  return {
    async createCustomer(userId, key) {
      const wanted = { metadata: { customer: String(userId) } };
      return (await client.request((stripe) => stripe.customers.create(wanted, { idempotencyKey: key }))).id;
    },
    async deleteCustomer(customerId) {
      await client.requestOptional((stripe) => stripe.customers.del(customerId));
    },
    async listCards(customerId) {
      const wanted = { type: 'card' as const, limit: CARDS_PER_PAGE };
      const cards = await client.requestOptional((stripe) => stripe.customers.listPaymentMethods(customerId, wanted));
      return cards?.data.flatMap(readSavedCard);
    },
    async removeCard(cardId) {
      try {
        await client.requestOptional((stripe) => stripe.paymentMethods.detach(cardId));
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error;
        // Usually detached already.
        const card = await client.requestOptional((stripe) => stripe.paymentMethods.retrieve(cardId));
        if (card?.customer) throw error;
      }
    },
    async prepareIntent(intentId, { customerId, savesCard }) {
      const wanted = {
        ...(customerId !== undefined && { customer: customerId }),
        // For payments with the shopper present; an empty text unsets it.
        setup_future_usage: savesCard ? ('on_session' as const) : ('' as const),
      };
      await client.request((stripe) => stripe.paymentIntents.update(intentId, wanted));
    },
  };
}
