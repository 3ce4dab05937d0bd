import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { Amount } from '#web/shared/amount.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';

type Problem = Data<'GET /admin/payments/problems'>['data'][number];

const PAGE_SIZE = 10;

/** Payments that made no order, or could not be refunded; renders nothing while there are none. */
export function PaymentProblems() {
  const [isOpen, setOpen] = useState(false);
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['admin-payment-problems', page],
    queryFn: ({ signal }) => call('GET /admin/payments/problems', { query: { page, limit: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.total === 0) return null;
  const close = () => {
    setOpen(false);
    setPage(1);
  };
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        Payment problems ({formatCount(data.total)})
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Payment problems" className="dialog-wide">
        <ul className="border-t border-line">
          {data.data.map((problem) => (
            <ProblemRow key={problem.id} problem={problem} onLeave={close} />
          ))}
        </ul>
        {data.last_page > 1 && (
          <div className="mt-4 flex items-center justify-center gap-2">
            <Step name="Prev" isOff={page <= 1} onPress={() => setPage(page - 1)} />
            <span className="min-w-24 text-center text-small nums" role="status">
              Page {data.current_page} of {data.last_page}
            </span>
            <Step name="Next" isOff={page >= data.last_page} onPress={() => setPage(page + 1)} />
          </div>
        )}
      </Dialog>
    </>
  );
}

/** The button stays focusable at the ends, so that the focus is not lost. */
function Step({ name, isOff, onPress }: { name: string; isOff: boolean; onPress: () => void }) {
  return (
    <Button look="secondary" small aria-disabled={isOff} onClick={isOff ? undefined : onPress}>
      {name}
    </Button>
  );
}

function ProblemRow({ problem, onLeave }: { problem: Problem; onLeave: () => void }) {
  const { explanation, captured, refunded, currency, provider, intentId, orderNumber, user, createdAt } = problem;
  return (
    <li className="border-b border-line py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold nums">
          <Amount value={captured} currency={currency} />
        </span>
        <span className="text-muted text-small">
          <DateTime at={createdAt} withTime />
        </span>
      </p>
      <p className="mt-1">{explanation}</p>
      <p className="mt-1 text-muted text-small wrap-anywhere">
        {refunded === '0.00' ? 'Nothing refunded yet' : `${formatPrice(refunded, currency)} refunded`}
        {user && (
          <>
            {' · '}
            <bdi>{user.name}</bdi>, {user.email}
          </>
        )}
        {intentId && ` · ${provider} ${intentId}`}
      </p>
      {orderNumber && (
        <Link
          to={`/admin/orders?search=${orderNumber}`}
          className="link inline-flex min-h-11 items-center"
          onClick={onLeave}
        >
          {orderNumber}
        </Link>
      )}
    </li>
  );
}
