import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type PaymentMethod = Data<'GET /payments/methods'>['methods'][number];
export type PayBy = PaymentMethod['method'];

/** Whether the order is placed unpaid. */
export const isPaidLater = (payBy: PayBy): boolean => payBy === 'offline';

/** The payment methods and the chosen one. The card until they are known, or if they fail to load. */
/** @param first the earlier choice in this tab. */
export function usePaymentMethods(first: PayBy | undefined) {
  const [methods, setMethods] = useState<readonly PaymentMethod[] | null>(null);
  const [chosen, setChosen] = useState<PayBy>(first ?? 'card');

  useEffect(() => {
    call('GET /payments/methods').then(
      (answer) => setMethods(answer.methods),
      () => undefined,
    );
  }, []);

  const isOffered = methods === null || methods.some(({ method }) => method === chosen);
  return { methods, payBy: isOffered ? chosen : methods[0]?.method, choose: setChosen };
}
