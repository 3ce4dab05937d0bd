import type { SavedCardView, savedCardEndpoints } from '#contract/storefront/saved-cards.ts';
import { isCardExpired } from '#domain/checkout/saved-card.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Logger } from '#server/platform/log.ts';
import { orProviderFailed } from './provider-failures.ts';
import {
  canSaveCards,
  listSavedCards,
  type ProviderCard,
  removeSavedCard,
  type SavedCardServices,
} from './saved-cards.ts';

function savedCardView({ provider, card }: ProviderCard, now: Date): SavedCardView {
  return {
    id: card.id,
    provider: provider.name,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    is_expired: isCardExpired({ month: card.expMonth, year: card.expYear }, now),
  };
}

export function savedCardHandlers(
  services: SavedCardServices & { readonly log: Logger },
): Handlers<typeof savedCardEndpoints> {
  const { now, log } = services;
  return {
    'GET /account/cards': async ({ caller }) => {
      const { cards, unavailable } = await listSavedCards(services, caller.userId);
      return respond({
        can_save: await canSaveCards(services),
        cards: cards.map((card) => savedCardView(card, now())),
        ...(unavailable.length > 0 && { unavailable_providers: [...unavailable] }),
      });
    },
    'DELETE /account/cards/{id}': async ({ caller, request, params }) => {
      const by = { caller, request, at: now() };
      await orProviderFailed(log, () => removeSavedCard(services, params.id, by));
      return respond(null, 'Card removed');
    },
  };
}
