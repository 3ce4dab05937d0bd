import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { toastFailure } from '#web/ui/toast.ts';
import { setQuantity } from './cart.ts';
import type { CartItem } from './cart-item.ts';

/**
 * The chosen quantity, shown immediately: every press counts on a slow connection. Requests are sent one at a time,
 * only for the latest quantity; a refusal restores the server's value.
 */
export function useQuickQuantity(
  item: CartItem,
  onFailure: (message: string) => void = toastFailure,
): { shown: number; choose: (quantity: number) => void } {
  const [chosen, setChosen] = useState<number | null>(null);
  const latest = useRef<number | null>(null);

  const send = async () => {
    try {
      for (let sent: number | null = null; latest.current !== null && latest.current !== sent; ) {
        sent = latest.current;
        await setQuantity(item, sent);
      }
    } catch (error) {
      onFailure(messageOf(error));
    }
    latest.current = null;
    setChosen(null);
  };
  const choose = (quantity: number) => {
    const isSending = latest.current !== null;
    latest.current = quantity;
    setChosen(quantity);
    if (!isSending) void send();
  };
  return { shown: chosen ?? item.quantity, choose };
}
