import { use, useImperativeHandle, useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { cardName, expiryOf } from '#web/shared/saved-card.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import type { CardForm, CardFormProps, ProviderForm } from './card-form.ts';
import { type SavedCard, savedCards } from './saved-cards.ts';

const ANOTHER = 'another';

interface CardChoiceProps extends CardFormProps {
  /** The provider's form for a new card. */
  readonly NewCard: ProviderForm;
}

/** Refusals after which a saved card cannot be chosen again. */
const UNUSABLE_CARD_CODES: readonly string[] = ['card.not_found', 'card.expired'];

/** The saved cards, if there are any, and the form for a new card. The form stays mounted, so that input is kept. */
export default function CardChoice({ ref, payment, returnUrl, NewCard }: CardChoiceProps) {
  // The first ones: a later request must not hide the form.
  const [requested] = useState(savedCards);
  const known = use(requested);
  const [cards, setCards] = useState(() =>
    (known?.cards ?? []).filter(({ provider }) => provider === payment.provider),
  );
  const [chosen, setChosen] = useState(() => cards.find(({ is_expired }) => !is_expired)?.id ?? ANOTHER);
  const [isSaved, setSaved] = useState(false);
  const newCard = useRef<CardForm>(null);
  const isNew = chosen === ANOTHER;

  useImperativeHandle(ref, () => ({
    async confirm() {
      if (!newCard.current) return { outcome: 'refused', message: 'The card form is still loading.' };
      try {
        return await newCard.current.confirm(isNew ? { save: isSaved } : { saved: chosen });
      } catch (error) {
        if (error instanceof ApiError && UNUSABLE_CARD_CODES.includes(error.code ?? '')) {
          setCards((before) => before.filter(({ id }) => id !== chosen));
          setChosen(ANOTHER);
        }
        throw error;
      }
    },
  }));

  return (
    <>
      {(known === null || known.unavailable_providers?.includes(payment.provider)) && (
        <p className="text-muted text-small">Your saved cards cannot be shown at the moment.</p>
      )}
      {cards.length > 0 && (
        <RadioList
          legend="Pay with"
          options={[...cards.map(optionOf), { value: ANOTHER, label: 'Use another card' }]}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <div hidden={!isNew} className="grid gap-5">
        <NewCard ref={newCard} payment={payment} returnUrl={returnUrl} />
        <Checkbox
          label="Save this card for next time"
          checked={isSaved}
          onChange={({ target }) => setSaved(target.checked)}
        />
      </div>
    </>
  );
}

function optionOf(card: SavedCard) {
  return {
    value: card.id,
    label: (
      <>
        <span className="block font-semibold">{cardName(card)}</span>{' '}
        <span className="block text-muted text-small">{expiryOf(card)}</span>
      </>
    ),
    isDisabled: card.is_expired,
    ...(card.is_expired && { aside: <Badge tone="warning">Expired</Badge> }),
  };
}
