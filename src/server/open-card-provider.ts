import { createHmac } from 'node:crypto';
import { startSandbox } from './adapters/stripe/sandbox/server.ts';
import { createStripeProvider } from './adapters/stripe/stripe-provider.ts';
import type { PaymentProvider } from './features/payments/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { PagePolicy } from './platform/http/bind-pages.ts';
import type { Logger } from './platform/log.ts';

export interface CardProviderOptions {
  readonly config: Config;
  /** Connection string: where the sandbox keeps its state. */
  readonly database: string;
  /** What the sandbox's keys are made from, so that all nodes of a shop have the same. */
  readonly appSecret: string;
  readonly now: Clock;
  readonly log: Logger;
}

export interface OpenCardProvider {
  /** Undefined: card payments are off. */
  readonly provider: PaymentProvider | undefined;
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

/** Chooses who takes cards, by the configuration alone: Stripe with its keys, else the sandbox, which production refuses. */
export async function openCardProvider(options: CardProviderOptions): Promise<OpenCardProvider> {
  const { config } = options;
  if (config.stripe) return { provider: createStripeProvider(config.stripe), close: async () => undefined };
  if (config.production) {
    options.log.warn('Card payments are off: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.');
    return { provider: undefined, close: async () => undefined };
  }
  return openSandbox(options);
}

async function openSandbox({ config, database, appSecret, now, log }: CardProviderOptions): Promise<OpenCardProvider> {
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
