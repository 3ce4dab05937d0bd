import { useCallback, useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type PaymentMethod = Data<'GET /payments/methods'>['methods'][number];
export type PaymentMethodName = PaymentMethod['method'];

/**
 * The payment methods and the chosen one. It is the card until they are known, or if they fail to load.
 * @param first the earlier choice in this tab.
 */
export function usePaymentMethods(first: PaymentMethodName | undefined) {
  const [methods, setMethods] = useState<readonly PaymentMethod[] | null>(null);
  const [chosen, setChosen] = useState<PaymentMethodName>(first ?? 'card');

  const load = useCallback(() => {
    call('GET /payments/methods').then(
      (answer) => setMethods(answer.methods),
      () => undefined,
    );
  }, []);
  useEffect(load, [load]);

  const isOffered = methods === null || methods.some(({ method }) => method === chosen);
  const paymentMethod = isOffered ? chosen : methods[0]?.method;
  const method = methods?.find((one) => one.method === paymentMethod);
  /** The order is placed unpaid. */
  const isPaidLater = method ? method.provider === null : paymentMethod === 'offline';
  return { methods, paymentMethod, isPaidLater, choose: setChosen, reload: load };
}
