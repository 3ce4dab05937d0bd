import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BankPayment, BankRefund } from './provider.ts';

export const API_KEY = 'key_of_the_tests';
export const WEBHOOK_SECRET = 'secret_of_the_tests';

export interface FakeBank {
  readonly url: string;
  readonly payments: Map<string, BankPayment>;
  readonly refunds: Map<string, BankRefund>;
  /** While true, every call gets 503. */
  isDown: boolean;
  /** While true, every new refund is declined. */
  declinesRefunds: boolean;
  /** The customer approves a payment. */
  approve(id: string): void;
  close(): Promise<void>;
}

type FakeResponse = readonly [status: number, body: unknown];
const refused = (message: string): FakeResponse => [422, { message }];

/** Signs an event as the service does. */
export function signEvent(event: object, at: Date, secret = WEBHOOK_SECRET): { body: string; signature: string } {
  const seconds = Math.floor(at.getTime() / 1000);
  const body = JSON.stringify(event);
  return {
    body,
    signature: `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  };
}

/** A fake of the service, as far as the plug-in uses it. */
export async function openFakeBank(): Promise<FakeBank> {
  const payments = new Map<string, BankPayment>();
  const refunds = new Map<string, BankRefund>();
  /** By idempotency key. */
  const responses = new Map<string, FakeResponse>();

  function update(id: string, status: BankPayment['status']): FakeResponse {
    const payment = payments.get(id);
    if (!payment) return [404, {}];
    if (payment.status !== 'open') return refused(`This payment is ${payment.status}.`);
    payments.set(id, { ...payment, status });
    return [200, payments.get(id)];
  }

  function create(body: Omit<BankPayment, 'id' | 'status' | 'url'>): FakeResponse {
    const id = `bp_${payments.size + 1}`;
    payments.set(id, { ...body, id, status: 'open', url: `${bank.url}/approve/${id}` });
    return [200, payments.get(id)];
  }

  function refund(payment: string, body: Pick<BankRefund, 'amount' | 'reference'>): FakeResponse {
    if (bank.declinesRefunds) return refused('The account is closed.');
    const id = `br_${refunds.size + 1}`;
    refunds.set(id, { ...body, id, payment, status: 'succeeded' });
    return [200, refunds.get(id)];
  }

  function respond(call: string, body: never): FakeResponse {
    const [, resource, id = '', part] = call.split('/');
    if (resource === 'account') return [200, {}];
    if (resource === 'refunds') return refunds.has(id) ? [200, refunds.get(id)] : [404, {}];
    if (call === 'POST /payments') return create(body);
    if (part === 'cancel') return update(id, 'canceled');
    if (part === 'refunds' && call.startsWith('POST')) return refund(id, body);
    if (part === 'refunds') return [200, [...refunds.values()].filter(({ payment }) => payment === id)];
    return payments.has(id) ? [200, payments.get(id)] : [404, {}];
  }

  async function reply(request: IncomingMessage): Promise<FakeResponse> {
    const text = (await request.toArray()).join('');
    if (bank.isDown) return [503, { message: 'Down for maintenance.' }];
    if (request.headers.authorization !== `Bearer ${API_KEY}`) return [401, { message: 'This key is unknown.' }];
    const key = String(request.headers['idempotency-key'] ?? '');
    const response =
      responses.get(key) ?? respond(`${request.method} ${request.url}`, JSON.parse(text || '{}') as never);
    if (key !== '') responses.set(key, response);
    return response;
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await reply(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bank: FakeBank = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    refunds,
    isDown: false,
    declinesRefunds: false,
    approve: (id) => void update(id, 'paid'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return bank;
}
