import { useCallback, useRef, useState } from 'react';
import { type AddressDraft, readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import type { CheckoutChoices } from './order-request.ts';
import { type PaymentMethodName, usePaymentMethods } from './payment-methods.ts';
import type { ShippingMethod } from './quote.ts';
import { useDestination } from './use-destination.ts';

export type Choices = ReturnType<typeof useChoices>;

/**
 * Address, shipping and payment method of the checkout. Every change is saved in the draft.
 * @param firstTyped the initial address
 */
export function useChoices(userId: number, firstTyped: AddressDraft) {
  const [draft] = useState(() => readDraft(userId));
  // A ref, not state: of the typed address, this page shows only the costs.
  const typed = useRef(firstTyped);
  const { destination, follow } = useDestination(firstTyped);
  const [shippingMethod, setShippingMethod] = useState(draft.shippingMethod as ShippingMethod | undefined);
  const { methods, paymentMethod, isPaidLater, choose, reload } = usePaymentMethods(draft.paymentMethod);

  const keepAddress = useCallback(
    (address: AddressDraft) => {
      typed.current = address;
      follow(address);
      saveDraft(userId, { address });
    },
    [userId, follow],
  );

  return {
    firstTyped,
    destination,
    shippingMethod,
    methods,
    paymentMethod,
    isPaidLater,
    keepAddress,
    chooseShipping: (method: ShippingMethod | undefined) => {
      setShippingMethod(method);
      saveDraft(userId, { shippingMethod: method });
    },
    choosePayment: (method: PaymentMethodName) => {
      choose(method);
      saveDraft(userId, { paymentMethod: method });
    },
    /** The merchant may have switched a method off since they were loaded. */
    reloadMethods: reload,
    /** With the address as typed so far. */
    current: (): CheckoutChoices => ({ address: typed.current, shippingMethod, paymentMethod }),
  };
}
