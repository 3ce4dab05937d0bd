import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Section } from '#web/shared/profile/section.tsx';
import { cardName, expiryOf } from '#web/shared/saved-card.ts';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { type SavedCard, useRemoveCard, useSavedCards } from '../shared/own-data.ts';

/** The saved cards, which can be removed. Not shown if the shop cannot save cards. */
export function PaymentMethods({ notify }: { notify: Notify }) {
  const { data, error, refetch } = useSavedCards();
  const isIncomplete = data?.unavailable_providers !== undefined;
  if (data && !data.can_save && data.cards.length === 0 && !isIncomplete) return null;
  return (
    <Section title="Payment Methods" lead="Our payment provider keeps your cards; we never see their numbers.">
      {isIncomplete && (
        <Banner tone="warning" className="mb-4">
          Some of your cards cannot be shown at the moment.{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Try again
          </button>
        </Banner>
      )}
      {data ? (
        !(isIncomplete && data.cards.length === 0) && <SavedCards cards={data.cards} notify={notify} />
      ) : (
        <Unavailable error={error} onRetry={() => void refetch()} className="h-12" />
      )}
    </Section>
  );
}

function SavedCards({ cards, notify }: { cards: readonly SavedCard[]; notify: Notify }) {
  const [doomed, setDoomed] = useState<SavedCard | null>(null);
  const { mutateAsync: remove, isPending } = useRemoveCard();

  const confirmRemoval = async ({ id }: SavedCard) => {
    try {
      await remove(id);
      notify('success', 'Card removed');
    } catch (error) {
      notify('danger', messageOf(error));
    }
    setDoomed(null);
  };

  if (cards.length === 0) {
    return <p className="text-muted">You have no saved cards yet. You can save one when you pay.</p>;
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line">
        {cards.map((card) => (
          <li key={card.id} className="flex items-center justify-between gap-4 px-4 py-2">
            <div className="min-w-0">
              <p className="font-semibold">{cardName(card)}</p>
              <p className="flex flex-wrap items-center gap-x-3 text-muted text-small">
                {expiryOf(card)}
                {card.is_expired && <Badge tone="warning">Expired</Badge>}
              </p>
            </div>
            <button
              type="button"
              className="link min-h-11"
              aria-label={`Remove ${cardName(card)}`}
              onClick={() => setDoomed(card)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Remove this card?"
        confirmLabel="Remove card"
        busy={isPending && 'Removing…'}
        onConfirm={() => doomed && void confirmRemoval(doomed)}
      >
        <p>{doomed && cardName(doomed)} can no longer be chosen at the checkout.</p>
      </ConfirmDialog>
    </>
  );
}
