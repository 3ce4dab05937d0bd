import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { type Sandbox, startSandbox } from '#server/adapters/stripe/sandbox/server.ts';
import { createStripeProvider } from '#server/adapters/stripe/stripe-provider.ts';
import type { OnlineProvider } from '#server/features/payments/index.ts';
import type { ServiceOptions } from '#server/services/open-services.ts';
import { type BrowserReply, confirmInBrowser, SANDBOX_KEYS, stripeClient } from './servers/stripe-sandbox.ts';
import { openTestShop, type TestShop } from './shop.ts';

type Operation = 'createIntent' | 'updateIntent' | 'retrieveIntent' | 'cancelIntent' | 'createRefund';

/** An event sent by the sandbox to the shop. */
export interface Delivery {
  readonly body: string;
  readonly signature: string;
  readonly type: string;
}

export interface PayingShop extends TestShop {
  readonly sandbox: Sandbox;
  /** The official SDK, to inspect the sandbox or to do what the shop would not. */
  readonly stripe: Stripe;
  readonly provider: OnlineProvider;
  /** Events that the sandbox sent. They reach the shop through `deliver`, or immediately after `connectWebhooks`. */
  readonly deliveries: Delivery[];
  connectWebhooks(isConnected: boolean): void;
  /** Delivers an event to the shop. @returns the status of its response. */
  deliver(delivery: Pick<Delivery, 'body' | 'signature'>): Promise<number>;
  /** Simulates a crash right after the provider has processed the next such call. */
  crashAfter(operation: Operation): void;
  /** Does something right after the provider has answered the next such call, before the shop continues. */
  afterNext(operation: Operation, action: () => Promise<unknown>): void;
  /** Enters a card into the form. */
  pay(
    opened: { readonly payment_intent_id: string; readonly client_secret: string },
    card?: string,
    more?: Readonly<Record<string, string>>,
  ): Promise<BrowserReply>;
}

export const GOOD_CARD = '4242424242424242';
/** Long enough for a busy machine. No test waits for it: the sandbox's faults close the connection. */
const PROVIDER_TIMEOUT_MS = 4_500;

class Crash extends Error {
  override readonly name = 'Crash';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Receives the sandbox's webhooks: stores them, and forwards them once the shop is connected. */
async function openRelay() {
  const deliveries: Delivery[] = [];
  const relay = {
    deliveries,
    app: undefined as FastifyInstance | undefined,
    isConnected: false,
    url: '',
    async deliver({ body, signature }: Pick<Delivery, 'body' | 'signature'>): Promise<number> {
      const response = await relay.app?.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: body,
      });
      return response?.statusCode ?? 503;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const signature = String(request.headers['stripe-signature']);
    const { type } = JSON.parse(body) as { type: string };
    deliveries.push({ body, signature, type });
    // A webhook may arrive after the test has closed its shop: the sandbox retries.
    const status = relay.isConnected ? await relay.deliver({ body, signature }).catch(() => 503) : 200;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}

/** The provider, with a hook after its next call of a kind. */
function interrupted(provider: OnlineProvider) {
  let next: { readonly operation: Operation; readonly action: () => Promise<unknown> } | undefined;
  const after = async <T>(operation: Operation, call: Promise<T>): Promise<T> => {
    const result = await call;
    if (next?.operation !== operation) return result;
    const { action } = next;
    next = undefined;
    await action();
    return result;
  };
  const wrapped: OnlineProvider = {
    ...provider,
    createIntent: (...given) => after('createIntent', provider.createIntent(...given)),
    updateIntent: (...given) => after('updateIntent', provider.updateIntent(...given)),
    retrieveIntent: (...given) => after('retrieveIntent', provider.retrieveIntent(...given)),
    cancelIntent: (...given) => after('cancelIntent', provider.cancelIntent(...given)),
    createRefund: (...given) => after('createRefund', provider.createRefund(...given)),
  };
  const afterNext = (operation: Operation, action: () => Promise<unknown>): void => {
    next = { operation, action };
  };
  return {
    provider: wrapped,
    afterNext,
    crashAfter: (operation: Operation) =>
      afterNext(operation, async () => {
        throw new Crash(`The process died after ${operation}`);
      }),
  };
}

/**
 * A shop with the payment sandbox in this process, and its webhooks under the test's control.
 * @param options further options of the shop's services.
 */
export async function openPayingShop(
  env: Readonly<Record<string, string>> = {},
  options: ServiceOptions = {},
): Promise<PayingShop> {
  const relay = await openRelay();
  let opened: ({ sandbox: Sandbox } & ReturnType<typeof interrupted>) | undefined;
  const shop = await openTestShop(env, async ({ databaseUrl, now, log }) => {
    const sandbox = await startSandbox({
      ...SANDBOX_KEYS,
      database: databaseUrl,
      webhookUrl: relay.url,
      now,
      log,
    });
    const addresses = { apiUrl: sandbox.url, browserUrl: sandbox.url };
    const provider = createStripeProvider({ ...SANDBOX_KEYS, sandbox: addresses, timeoutMs: PROVIDER_TIMEOUT_MS });
    opened = { sandbox, ...interrupted(provider) };
    const close = async () => {
      await sandbox.close();
      await relay.close();
    };
    const cards = { provider: opened.provider, close };
    return {
      ...options,
      endpoints: { stripeApiUrl: sandbox.url, ...options.endpoints },
      openSandbox: async () => cards,
    };
  });
  if (!opened) throw new Error('The sandbox did not open');
  relay.app = shop.app;
  const { sandbox } = opened;
  return {
    ...shop,
    ...opened,
    stripe: stripeClient(sandbox.url),
    deliveries: relay.deliveries,
    connectWebhooks(isConnected) {
      relay.isConnected = isConnected;
    },
    deliver: relay.deliver,
    pay: ({ payment_intent_id: id, client_secret }, card = GOOD_CARD, more) =>
      confirmInBrowser(sandbox.url, { id, client_secret }, card, more),
  };
}
