import type { LazyExoticComponent, ReactNode, Ref } from 'react';
import type { Data } from '#web/api/calls.ts';
import { centsOf } from '#web/shared/money.ts';

export type OpenPayment = Data<'POST /payments/create-intent'>;

/** Result of a card payment, as far as the browser knows. */
export type CardResult =
  /** Accepted or processing: ask the shop. */
  | { readonly outcome: 'taken' }
  /** The browser is being redirected to the bank. */
  | { readonly outcome: 'redirecting' }
  /**
   * Refused or incomplete: can be corrected and tried again. `message` is the provider's. Where the card was declined,
   * the checkout adds what else to try.
   */
  | { readonly outcome: 'refused'; readonly message: string; readonly isDeclined?: boolean }
  /** The payment was cancelled because the hold has expired. */
  | { readonly outcome: 'closed' }
  /** Another window has changed the amount: nothing was sent. */
  | { readonly outcome: 'changed' };

/** A saved card, by its id, or a new one, which can be saved. */
export type CardChoice = { readonly saved: string } | { readonly save: boolean };

/** A form that sends the card directly to the provider. */
export interface CardForm {
  /** @param choice given if the provider can save cards */
  confirm(choice?: CardChoice): Promise<CardResult>;
}

export interface CardFormProps {
  readonly ref: Ref<CardForm>;
  readonly payment: OpenPayment;
  /** Return URL for the bank's page. */
  readonly returnUrl: string;
}

/** The form of a payment provider, in a chunk of its own. */
export type ProviderForm = LazyExoticComponent<(props: CardFormProps) => ReactNode>;

/** Shown when the provider refuses without a reason (storefront §8). */
export const PAYMENT_FAILED = 'Payment failed';

/** Whether an intent still matches the amount on the Pay button. @param amount cents */
export const isAsShown = (payment: OpenPayment, amount: number): boolean => amount === centsOf(payment.totals.total);

/** The provider's intent status. */
export function resultOfStatus(status: string): CardResult {
  if (status === 'succeeded' || status === 'processing' || status === 'requires_capture') return { outcome: 'taken' };
  if (status === 'canceled') return { outcome: 'closed' };
  return { outcome: 'refused', message: PAYMENT_FAILED };
}
