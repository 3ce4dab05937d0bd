import { createStripeProvider } from '#server/adapters/stripe/stripe-provider.ts';
import type { OnlineProvider } from '#server/features/payments/index.ts';
import {
  type BrowserReply,
  confirmInBrowser,
  openTestSandbox,
  SANDBOX_KEYS,
  type TestSandbox,
} from './stripe-sandbox.ts';

export interface OtherBank extends Pick<TestSandbox, 'sandbox' | 'stripe' | 'clock' | 'webhooks' | 'close'> {
  readonly provider: OnlineProvider;
  /** The customer pays on the provider's page. */
  pay(
    opened: { readonly payment_intent_id: string; readonly client_secret: string },
    card: string,
  ): Promise<BrowserReply>;
  /** The header that signs an event. */
  sign(body: string, at: Date): string;
}

/** The name and method of the provider. */
export const OTHER_BANK = 'other-bank';

/** A provider of a plug-in with an account of its own, beside the card provider of the shop. */
export async function openOtherBank(): Promise<OtherBank> {
  const bank = await openTestSandbox();
  const { url } = bank.sandbox;
  return {
    ...bank,
    provider: {
      ...createStripeProvider({ ...SANDBOX_KEYS, sandbox: { apiUrl: url, browserUrl: url } }),
      name: OTHER_BANK,
      method: OTHER_BANK,
      label: 'Other Bank',
      pagePolicy: {
        connect: [],
        scripts: ['https://js.bank.test', 'https://*.bank.test', 'https://cdn.test/bank/'],
        frames: [],
        permissions: { payment: ['https://js.bank.test'] },
      },
    },
    pay: ({ payment_intent_id: id, client_secret }, card) => confirmInBrowser(url, { id, client_secret }, card),
    sign: (payload, at) =>
      bank.stripe.webhooks.generateTestHeaderString({
        payload,
        secret: SANDBOX_KEYS.webhookSecret,
        timestamp: Math.floor(at.getTime() / 1000),
      }),
  };
}
