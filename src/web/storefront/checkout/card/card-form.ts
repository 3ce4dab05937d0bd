import type { LazyExoticComponent, ReactNode, Ref } from 'react';
import type { Data } from '#web/api/calls.ts';
import { centsOf } from '#web/shared/money.ts';

export type OpenPayment = Data<'POST /payments/create-intent'>;

/** How an attempt to pay by card ended, as far as the browser can tell. */
export type CardResult =
  /** The provider took it, or is still working on it: the shop knows more. */
  | { readonly outcome: 'taken' }
  /** The bank asks the shopper first: the browser is on its way there. */
  | { readonly outcome: 'redirecting' }
  /** Refused, or not complete: the card can be corrected and tried again. `message` is the provider's. */
  | { readonly outcome: 'refused'; readonly message: string }
  /** The payment was called off, since the hold on the stock has run out. */
  | { readonly outcome: 'closed' }
  /** Another window has changed what would be charged: nothing was sent. */
  | { readonly outcome: 'changed' };

/** A form that sends a card to the provider, past the shop. */
export interface CardForm {
  confirm(): Promise<CardResult>;
}

export interface CardFormProps {
  readonly ref: Ref<CardForm>;
  readonly payment: OpenPayment;
  /** Where the bank's page leads back to. */
  readonly returnUrl: string;
}

/** The form of a payment provider, in a chunk of its own. */
export type ProviderForm = LazyExoticComponent<(props: CardFormProps) => ReactNode>;

/** What is shown when the provider says no without saying why (storefront §8). */
export const PAYMENT_FAILED = 'Payment failed';

/** Whether an intent still asks for what stands on the Pay button. @param amount cents */
export const isAsShown = (payment: OpenPayment, amount: number): boolean => amount === centsOf(payment.totals.total);

/** What the provider's intent says. */
export function resultOfStatus(status: string): CardResult {
  if (status === 'succeeded' || status === 'processing' || status === 'requires_capture') return { outcome: 'taken' };
  if (status === 'canceled') return { outcome: 'closed' };
  return { outcome: 'refused', message: PAYMENT_FAILED };
}
