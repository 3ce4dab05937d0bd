import { call } from '#web/api/call.ts';
import type { CardChoice, OpenPayment } from './card-form.ts';

const NEW_CARD: CardChoice = { save: false };

/**
 * Tells the shop which card pays, before the provider is asked to charge it. A new card that is not saved needs no
 * request, unless an earlier attempt was to save its card.
 * @param isSaving whether the intent will save the card that pays it; undefined if the intent could not be read
 * @returns whether the intent was changed
 */
export async function chooseCard(
  { payment_intent_id }: OpenPayment,
  choice: CardChoice = NEW_CARD,
  isSaving: boolean | undefined,
): Promise<boolean> {
  const wish = 'saved' in choice ? { saved_card: choice.saved } : choice;
  if ('save' in wish && wish.save === isSaving) return false;
  await call('POST /payments/card', { body: { payment_intent_id, ...wish } });
  return true;
}
