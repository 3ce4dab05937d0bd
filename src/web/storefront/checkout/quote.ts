import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { cart, loadCart } from '#web/shared/cart/cart.ts';
import type { Destination } from './use-destination.ts';

export type Quote = Data<'POST /checkout/quote'>;
export type QuoteLine = Quote['items'][number];
export type Totals = Quote['totals'];
export type ShippingMethod = Quote['shipping_method'];

interface QuoteState {
  /** The latest one; stays visible while the next is loading. */
  readonly quote: Quote | null;
  /** Whether the latest one may be for another delivery or cart. */
  readonly isLoading: boolean;
  readonly failure: string | null;
}

/**
 * The full cost from the server; reloaded when shipping method, destination or cart change, so reloading the cart also
 * retries a failed quote.
 */
export function useQuote(shippingMethod: ShippingMethod | undefined, { country, address }: Destination): QuoteState {
  const [state, setState] = useState<QuoteState>({ quote: null, isLoading: true, failure: null });
  const delivery = useRef('');

  useEffect(() => {
    const wanted = `${shippingMethod} ${country}`;
    // An address rarely changes the costs, and the server compares them: a click meanwhile must not be lost.
    const isRefined = delivery.current === wanted;
    delivery.current = wanted;
    let asked = new AbortController();
    const ask = (isAnew = true) => {
      const { status, items } = cart.read();
      if (status !== 'ready' || items.length === 0) return;
      asked.abort();
      asked = new AbortController();
      if (isAnew) setState(({ quote }) => ({ quote, isLoading: true, failure: null }));
      const body = { shipping_method: shippingMethod, country, shipping_address: address };
      void askForQuote(body, asked.signal, setState);
    };
    ask(!isRefined);
    const unfollow = cart.subscribe(() => ask());
    return () => {
      unfollow();
      asked.abort();
    };
  }, [shippingMethod, country, address]);

  return state;
}

async function askForQuote(
  body: Input<'POST /checkout/quote'>['body'],
  signal: AbortSignal,
  show: (next: (before: QuoteState) => QuoteState) => void,
): Promise<void> {
  try {
    const quote = await call('POST /checkout/quote', { body }, { signal });
    show(() => ({ quote, isLoading: false, failure: null }));
  } catch (error) {
    if (signal.aborted) return;
    // The form shows what is wrong with the address once it is submitted.
    if (error instanceof ApiError && error.status === 422 && body.shipping_address) {
      return askForQuote({ ...body, shipping_address: undefined }, signal, show);
    }
    if (error instanceof ApiError && error.code === 'cart.empty') void loadCart();
    show(({ quote }) => ({ quote, isLoading: false, failure: messageOf(error) }));
  }
}
