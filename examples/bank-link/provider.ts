import { type Intent, type OnlineProvider, type ProviderRefund, ProviderRefused } from '#plugin';
import { createClient } from './client.ts';
import { readWebhook } from './webhook.ts';

export interface BankLinkOptions {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string | undefined;
  readonly note: string;
  /** The shop's origin. */
  readonly shopUrl: string;
}

/** A payment in the responses of the service, with the `reference` that the shop sent. */
export interface BankPayment {
  readonly id: string;
  readonly status: 'open' | 'pending' | 'paid' | 'canceled';
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  readonly reference: { readonly checkoutKey: string; readonly revision: number; readonly userId: number };
  /** The page on which the customer approves the payment. */
  readonly url: string;
}

export interface BankRefund {
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reference: string;
  readonly problem?: string;
}

const STATUS = { open: 'unpaid', pending: 'processing', paid: 'succeeded', canceled: 'canceled' } as const;

const readPayment = ({ id, status, amount, currency, reference, url }: BankPayment): Intent => ({
  id,
  status: STATUS[status],
  amount,
  amountReceived: status === 'paid' ? amount : 0,
  currency,
  clientSecret: '',
  redirectUrl: url,
  ...reference,
  card: undefined,
  lastError: undefined,
});

const readRefund = ({ id, payment, amount, status, reference, problem }: BankRefund): ProviderRefund => ({
  id,
  intentId: payment,
  amount,
  status,
  refundKey: reference,
  error: problem,
});

/** Bank Link: the customer approves the payment on the bank's page and returns to the shop. */
export function createBankLink({ apiUrl, apiKey, webhookSecret, note, shopUrl }: BankLinkOptions): OnlineProvider {
  const call = createClient(apiUrl, apiKey);
  /** For calls whose subject must exist. */
  const demand = async <T>(...request: Parameters<typeof call>): Promise<T> => {
    const result = await call<T>(...request);
    if (result === undefined) throw new ProviderRefused('Bank Link does not know this payment.');
    return result;
  };
  const retrieveIntent = async (id: string) => {
    const payment = await call<BankPayment>(`GET /payments/${id}`);
    return payment && readPayment(payment);
  };
  return {
    kind: 'online',
    name: 'bank-link',
    method: 'bank-link',
    label: 'Bank payment',
    formConfig: { note },
    pagePolicy: { connect: [], scripts: [], frames: [] },
    limits: { min: 100, max: 1_000_000 },

    async createIntent({ amount, currency, checkoutKey, revision, userId }, key) {
      const reference = { checkoutKey, revision, userId };
      // The service replaces {id}.
      const return_url = `${shopUrl}/order-success/pending?payment_intent={id}`;
      return readPayment(await demand('POST /payments', { body: { amount, currency, reference, return_url }, key }));
    },
    async updateIntent() {
      // The shop then cancels it and creates another one, because the bank's page may already show the old amount.
      throw new ProviderRefused('A bank payment is replaced, not changed.');
    },
    retrieveIntent,
    async cancelIntent(id) {
      try {
        const payment = await call<BankPayment>(`POST /payments/${id}/cancel`);
        return payment && readPayment(payment);
      } catch (error) {
        // It may have been paid meanwhile: return its current state.
        if (error instanceof ProviderRefused) return retrieveIntent(id);
        throw error;
      }
    },

    async createRefund({ intentId, amount, refundKey }) {
      const body = { amount, reference: refundKey };
      return readRefund(await demand(`POST /payments/${intentId}/refunds`, { body, key: refundKey }));
    },
    async retrieveRefund(id) {
      const refund = await call<BankRefund>(`GET /refunds/${id}`);
      return refund && readRefund(refund);
    },
    async findRefund({ intentId, refundKey }) {
      const refunds = await call<BankRefund[]>(`GET /payments/${intentId}/refunds`);
      return refunds?.map(readRefund).find((refund) => refund.refundKey === refundKey);
    },

    async checkConnection() {
      await demand('GET /account');
    },
    readEvent: async (request, receivedAt) => readWebhook(request, webhookSecret, receivedAt),
  };
}
