import { createHmac } from 'node:crypto';
import { startSandbox } from './adapters/stripe/sandbox/server.ts';
import { createStripeProvider } from './adapters/stripe/stripe-provider.ts';
import type { CardDesk, PaymentProvider } from './features/payments/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { PagePolicy } from './platform/http/bind-pages.ts';
import type { Logger } from './platform/log.ts';

/** Stripe's keys as the merchant entered them. */
export interface EnteredKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string | undefined;
}

export interface CardDeskOptions {
  readonly config: Config;
  /** Connection string: where the sandbox keeps its state. */
  readonly database: string;
  /** What the sandbox's keys are made from, so that all nodes of a shop have the same. */
  readonly appSecret: string;
  /** Those of the settings, as they stand; undefined while they are not complete. */
  readonly enteredKeys: () => Promise<EnteredKeys | undefined>;
  /** Where Stripe answers to those, if not at its own address: for tests. */
  readonly stripeApiUrl?: string;
  readonly now: Clock;
  readonly log: Logger;
}

export interface OpenCardDesk {
  readonly cards: CardDesk;
  close(): Promise<void>;
}

const LOOPBACK = /^(127\.|localhost$|\[?::1)/;

/** Under which name the shop reaches itself. */
function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** What a page with the card form may talk to. https://docs.stripe.com/security/guide#content-security-policy */
export function cardFormSources(provider: PaymentProvider | undefined): PagePolicy {
  if (!provider) return { connect: [], scripts: [], frames: [] };
  if (provider.sandboxUrl !== null) return { connect: [provider.sandboxUrl], scripts: [], frames: [] };
  const forms = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return { connect: ['https://api.stripe.com'], scripts: forms, frames: [...forms, 'https://hooks.stripe.com'] };
}

/**
 * Chooses who takes cards: Stripe with the environment's keys, else with those of the settings, else the sandbox, which
 * production refuses. The sandbox stays open beside keys of the settings: it knows what was paid there before.
 */
export async function openCardDesk(options: CardDeskOptions): Promise<OpenCardDesk> {
  const { config, log } = options;
  const fixed = config.stripe && createStripeProvider(config.stripe);
  const entered = providerOfSettings(options);
  const sandbox = fixed || config.production ? undefined : await openSandbox(options);
  const cards: CardDesk = {
    current: async () => fixed ?? (await entered()) ?? sandbox?.provider,
    async named(name) {
      if (name === 'sandbox') return sandbox?.provider;
      return name === 'stripe' ? (fixed ?? (await entered())) : undefined;
    },
    async cardsBy() {
      if (fixed) return 'environment';
      if (await entered()) return 'settings';
      return sandbox ? 'sandbox' : 'nobody';
    },
  };
  if ((await cards.cardsBy()) === 'nobody') {
    log.warn(
      'Card payments are off: enter keys of Stripe in the settings, or set STRIPE_SECRET_KEY and its two others.',
    );
  }
  return { cards, close: async () => sandbox?.close() };
}

/** One client for as long as the keys stay the same. */
function providerOfSettings({
  enteredKeys,
  stripeApiUrl,
}: CardDeskOptions): () => Promise<PaymentProvider | undefined> {
  let made: { readonly of: string; readonly provider: PaymentProvider } | undefined;
  return async () => {
    const keys = await enteredKeys();
    if (!keys) return undefined;
    const of = JSON.stringify(keys);
    if (made?.of !== of) made = { of, provider: createStripeProvider({ ...keys, apiUrl: stripeApiUrl }) };
    return made.provider;
  };
}

async function openSandbox({ config, database, appSecret, now, log }: CardDeskOptions) {
  const keyFor = (use: string) => createHmac('sha256', appSecret).update(`payment sandbox ${use}`).digest('hex');
  const keys = {
    secretKey: `sk_test_${keyFor('secret key')}`,
    publishableKey: `pk_test_${keyFor('publishable key')}`,
    webhookSecret: `whsec_${keyFor('webhook secret')}`,
  };
  const sandbox = await startSandbox({
    ...keys,
    database,
    host: config.host,
    ...(config.sandboxPort === undefined ? {} : { port: config.sandboxPort }),
    webhookUrl: `http://${ownHost(config.host)}:${config.port}/api/payments/webhook`,
    now,
    log,
  });
  const browserUrl = new URL(sandbox.url);
  // A shop that other machines can reach is reached under its own name, and so is its sandbox.
  if (!LOOPBACK.test(config.host)) browserUrl.hostname = new URL(config.appUrl).hostname;
  const provider = createStripeProvider({ ...keys, sandbox: { apiUrl: sandbox.url, browserUrl: browserUrl.origin } });
  return { provider, close: () => sandbox.close() };
}
