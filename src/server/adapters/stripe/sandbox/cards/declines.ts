/** Why a bank declines a card: the fields of Stripe's error, and its message to the shopper. */
export interface Decline {
  readonly code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  readonly declineCode: string;
  readonly message: string;
  readonly param?: 'cvc' | 'exp_month';
  readonly adviceCode?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later';
  /** Blocked by the provider's fraud rules, not by the bank. */
  readonly blocked?: true;
}

const DECLINED = { code: 'card_declined', message: 'Your card was declined.' } as const;

/** https://docs.stripe.com/testing#declined-payments and https://docs.stripe.com/declines/codes */
export const DECLINES = {
  generic: { ...DECLINED, declineCode: 'generic_decline', adviceCode: 'try_again_later' },
  insufficientFunds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    adviceCode: 'try_again_later',
  },
  lost: { ...DECLINED, declineCode: 'lost_card', adviceCode: 'do_not_try_again' },
  stolen: { ...DECLINED, declineCode: 'stolen_card', adviceCode: 'do_not_try_again' },
  expired: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    adviceCode: 'confirm_card_data',
  },
  incorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    adviceCode: 'confirm_card_data',
  },
  processingError: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    adviceCode: 'try_again_later',
  },
  velocity: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  fraudulent: { ...DECLINED, declineCode: 'fraudulent', blocked: true },
  notATestCard: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. This is a test payment, but the card is not a test card.',
  },
} as const satisfies Record<string, Decline>;
