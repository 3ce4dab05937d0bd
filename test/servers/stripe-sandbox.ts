import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import Stripe from 'stripe';
import { expect, vi } from 'vitest';
import { type Sandbox, startSandbox } from '#server/adapters/stripe/sandbox/server.ts';
import { type TestClock, testClock } from '../clock.ts';
import { openTestDatabase } from '../database.ts';
import { type LogRecorder, recordLog } from '../log.ts';

export const SANDBOX_KEYS = {
  secretKey: 'sk_test_of_the_tests',
  publishableKey: 'pk_test_of_the_tests',
  webhookSecret: 'whsec_of_the_tests',
};

/** How long to wait for the sandbox's background work, which runs every second. */
export const WAIT = { timeout: 10_000, interval: 20 };

/** Stands in for the shop: receives webhooks, verifies their signature with the SDK, and stores them. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Stripe.Event[];
  /** Types in the order of arrival. */
  types(): string[];
  /** Waits until an event of this type, optionally about this object, has arrived. */
  arrivalOf(type: string, objectId?: string): Promise<Stripe.Event>;
  /** Response to the next webhooks: a status, or none at all. */
  answer: number | 'nothing';
  /** How many arrived about this object, accepted or not. */
  callsAbout(objectId: string): number;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

export async function openWebhookReceiver(stripe: () => Stripe): Promise<WebhookReceiver> {
  const about: string[] = [];
  const received: Stripe.Event[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const event = stripe().webhooks.constructEvent(
      body,
      request.headers['stripe-signature'] ?? '',
      SANDBOX_KEYS.webhookSecret,
    );
    if ('id' in event.data.object) about.push(String(event.data.object.id));
    if (receiver.answer === 'nothing') return;
    if (receiver.answer < 300) received.push(event);
    response.writeHead(receiver.answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    types: () => received.map(({ type }) => type),
    arrivalOf: (type, objectId) =>
      vi.waitFor(() => {
        const event = received.find(
          ({ type: its, data }) =>
            its === type && (objectId === undefined || ('id' in data.object && data.object.id === objectId)),
        );
        if (event === undefined) throw new Error(`No ${type} came, only ${receiver.types().join(', ')}`);
        return event;
      }, WAIT),
    answer: 200,
    callsAbout: (objectId) => about.filter((id) => id === objectId).length,
    close: () => closeServer(server),
  };
  return receiver;
}

export function stripeClient(url: string, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(SANDBOX_KEYS.secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  });
}

export interface CardInput {
  readonly number: string;
  readonly exp_month?: string;
  readonly exp_year?: string;
  /** Empty: omitted. */
  readonly cvc?: string;
}

/** What the browser receives: the intent, or the error. */
export interface BrowserReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Stripe.PaymentIntent & {
    readonly error?: Stripe.StripeRawError & { payment_intent?: Stripe.PaymentIntent };
  };
}

/** Confirms like the card form: from the browser, with the publishable key and the client secret. */
export async function confirmInBrowser(
  url: string,
  intent: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
  card: CardInput | string,
  more: Readonly<Record<string, string>> = {},
): Promise<BrowserReply> {
  const {
    number,
    exp_month = '12',
    exp_year = '34',
    cvc = /^3[47]/.test(number) ? '1234' : '123',
  } = typeof card === 'string' ? { number: card } : card;
  const response = await fetch(`${url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: SANDBOX_KEYS.publishableKey,
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': exp_month,
      'payment_method_data[card][exp_year]': exp_year,
      ...(cvc !== '' && { 'payment_method_data[card][cvc]': cvc }),
      ...more,
    }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as BrowserReply['body'] };
}

export interface TestSandbox {
  sandbox: Sandbox;
  /** The official SDK, pointed at the sandbox. */
  stripe: Stripe;
  readonly clock: TestClock;
  readonly log: LogRecorder;
  readonly databaseUrl: string;
  readonly webhooks: WebhookReceiver;
  /** A new intent for this amount in cents. */
  intent(amount?: number): Promise<Stripe.PaymentIntent>;
  confirm(
    intent: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
    card: CardInput | string,
    more?: Readonly<Record<string, string>>,
  ): Promise<BrowserReply>;
  /** A paid intent. */
  paid(amount?: number, card?: string): Promise<Stripe.PaymentIntent>;
  /** Stops the sandbox and starts it again on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A sandbox with its own database, and a receiver of its webhooks. */
export async function openTestSandbox(): Promise<TestSandbox> {
  const database = await openTestDatabase();
  const clock = testClock();
  const log = recordLog();
  const webhooks = await openWebhookReceiver(() => opened.stripe);
  const start = (): Promise<Sandbox> =>
    startSandbox({
      ...SANDBOX_KEYS,
      database: database.url,
      webhookUrl: webhooks.url,
      now: clock.now,
      log: pino({ level: 'trace' }, log.stream),
    });
  const sandbox = await start();
  const opened: TestSandbox = {
    sandbox,
    stripe: stripeClient(sandbox.url),
    clock,
    log,
    databaseUrl: database.url,
    webhooks,
    intent: (amount = 2_500) =>
      opened.stripe.paymentIntents.create({ amount, currency: 'usd', allowed_payment_method_types: ['card'] }),
    confirm: (intent, card, more) => confirmInBrowser(opened.sandbox.url, intent, card, more),
    async paid(amount, card = '4242424242424242') {
      const intent = await opened.intent(amount);
      const { body } = await opened.confirm(intent, card);
      expect(body.status).toBe('succeeded');
      return intent;
    },
    async restart() {
      await opened.sandbox.close();
      opened.sandbox = await start();
      opened.stripe = stripeClient(opened.sandbox.url);
    },
    async close() {
      await opened.sandbox.close();
      await webhooks.close();
      await database.close();
    },
  };
  return opened;
}
