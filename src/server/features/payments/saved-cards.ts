import { isCardExpired, MAX_SAVED_CARDS } from '#domain/checkout/saved-card.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOrCreateCustomer } from './find-or-create-customer.ts';
import { findPaymentCustomer, listPaymentCustomers, renewPaymentCustomer } from './payment-customer.store.ts';
import { type OnlineProvider, ProviderRefused, type SavedCard, type SavedCardProvider } from './payment-provider.ts';
import type { PaymentProviders } from './payment-providers.ts';

export interface SavedCardServices {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly paymentProviders: PaymentProviders;
}

/** A card and the provider that keeps it. */
export interface ProviderCard {
  readonly provider: SavedCardProvider;
  readonly card: SavedCard;
}

function savesCards(provider: OnlineProvider | undefined): provider is SavedCardProvider {
  return provider?.savedCards !== undefined;
}

/** A card that was saved several times is listed once, as it was saved last. */
function withoutRepeated(cards: readonly SavedCard[]): SavedCard[] {
  const seen = new Set<string>();
  return cards.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint));
}

export interface SavedCardList {
  readonly cards: readonly ProviderCard[];
  /** Names of the providers whose cards are missing because they did not respond. */
  readonly unavailable: readonly string[];
}

/** All saved cards of a user, with repeated ones, newest first for each provider. */
async function readCards({ db, paymentProviders, log }: SavedCardServices, userId: number): Promise<SavedCardList> {
  const customers = await listPaymentCustomers(db, userId);
  const unavailable: string[] = [];
  const cards = await Promise.all(
    customers.map(async ({ provider: name, customer_id: customerId }) => {
      try {
        const provider = await paymentProviders.onlineNamed(name);
        if (!savesCards(provider) || customerId === null) return [];
        const listed = (await provider.savedCards.listCards(customerId)) ?? [];
        return listed.map((card) => ({ provider, card }));
      } catch (error) {
        log.error({ err: error, provider: name }, 'The saved cards of a payment provider are left out');
        unavailable.push(name);
        return [];
      }
    }),
  );
  return { cards: cards.flat(), unavailable };
}

/** The saved cards of a user, without those of providers that do not respond. */
export async function listSavedCards(services: SavedCardServices, userId: number): Promise<SavedCardList> {
  const { cards, unavailable } = await readCards(services, userId);
  const shown = new Set(withoutRepeated(cards.map(({ card }) => card)));
  return { cards: cards.filter(({ card }) => shown.has(card)).slice(0, MAX_SAVED_CARDS), unavailable };
}

/** Whether the checkout can save a card. */
export async function canSaveCards({ paymentProviders }: SavedCardServices): Promise<boolean> {
  return (await paymentProviders.enabled()).some((provider) => provider.kind === 'online' && savesCards(provider));
}

/**
 * Removes a saved card, however often it was saved. The audit entry is written afterwards: a removal at the provider cannot be rolled
 * back.
 * @throws Refusal `card.not_found`, also for another user's; `payment.provider_failed` when its provider does not respond.
 * @throws ProviderUnavailable.
 */
export async function removeSavedCard(services: SavedCardServices, cardId: string, by: OwnChange): Promise<void> {
  const { cards, unavailable } = await readCards(services, by.caller.userId);
  const removed = cards.find(({ card }) => card.id === cardId);
  if (!removed) throw new Refusal(unavailable.length > 0 ? 'payment.provider_failed' : 'card.not_found');
  for (const { provider, card } of cards) {
    if (provider.name === removed.provider.name && card.fingerprint === removed.card.fingerprint) {
      await provider.savedCards.removeCard(card.id);
    }
  }
  await inTransaction(services.db, (tx) => recordOwnChange(tx, by, { action: 'user.card_removed' }));
}

/** Which card pays an open payment. */
export interface CardChoice {
  readonly intentId: string;
  /** Undefined: a new card. */
  readonly savedCardId: string | undefined;
  /** Whether a new card is saved after the payment. */
  readonly isSaved: boolean;
}

/**
 * Sets the customer of an intent, whose saved cards can then pay it, and whether the card that pays it is saved. The
 * browser confirms the payment as always. Can be repeated, with another choice too.
 * @throws Refusal `card.not_found`, `card.expired`, `card.too_many`, `payment.method_unavailable`,
 * `payment.in_progress` when the intent is paid or processing. @throws ProviderUnavailable.
 */
export async function chooseCardOfIntent(
  services: SavedCardServices,
  provider: OnlineProvider,
  userId: number,
  { intentId, savedCardId, isSaved }: CardChoice,
): Promise<void> {
  if (!savesCards(provider)) throw new Refusal('payment.method_unavailable');
  const isNewlySaved = savedCardId === undefined && isSaved;
  const customerId =
    savedCardId !== undefined
      ? await findCustomerOfCard(services, provider, userId, savedCardId)
      : isSaved
        ? await findCustomerWithRoom(services, provider, userId)
        : undefined;
  try {
    await provider.savedCards.prepareIntent(intentId, { customerId, savesCard: isNewlySaved });
  } catch (error) {
    if (error instanceof ProviderRefused) throw new Refusal('payment.in_progress');
    throw error;
  }
}

async function findCustomerOfCard(
  { db, now }: SavedCardServices,
  provider: SavedCardProvider,
  userId: number,
  cardId: string,
): Promise<string> {
  const customerId = (await findPaymentCustomer(db, userId, provider.name))?.customer_id;
  const cards = customerId && (await provider.savedCards.listCards(customerId));
  const card = cards ? cards.find(({ id }) => id === cardId) : undefined;
  if (!customerId || !card) throw new Refusal('card.not_found');
  if (isCardExpired({ month: card.expMonth, year: card.expYear }, now())) throw new Refusal('card.expired');
  return customerId;
}

async function findCustomerWithRoom(
  services: SavedCardServices,
  provider: SavedCardProvider,
  userId: number,
): Promise<string> {
  const customer = await findOrCreateCustomer(services, provider, userId);
  const cards = await provider.savedCards.listCards(customer.customer_id);
  if (!cards) {
    // It was deleted in the provider's dashboard, or the merchant now uses another account there.
    await renewPaymentCustomer(services.db, customer);
    return (await findOrCreateCustomer(services, provider, userId)).customer_id;
  }
  if (withoutRepeated(cards).length >= MAX_SAVED_CARDS) throw new Refusal('card.too_many');
  return customer.customer_id;
}
