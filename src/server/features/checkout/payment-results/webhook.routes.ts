import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  InvalidSignature,
  type OnlineProvider,
  orProviderFailed,
  type ProviderEvent,
} from '#server/features/payments/index.ts';
import { clientAddress, limitKey } from '#server/platform/http/requests/client-address.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { handleEvent } from './handle-event.ts';
import { limitVerifications } from './limit-verifications.ts';

const MAX_EVENT_BYTES = 512 * 1024;

/**
 * Webhooks of payment providers. Signatures cover the raw body, so this route receives it unparsed; it is exempt from
 * the rate limit, which would lose events when many arrive at once. Verifications that call the provider have limits of
 * their own.
 */
export async function bindPaymentWebhook(app: FastifyInstance, services: CheckoutServices): Promise<void> {
  const limit = limitVerifications(services.now, services.log);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const config = { rateLimit: false } as const;
    // Stripe's URL: the sandbox may still have payments of its own to report.
    scope.post('/api/payments/webhook', { config }, (request) => receive(request, ['stripe', 'sandbox']));
    scope.post<{ Params: { provider: string } }>('/api/payments/:provider/webhook', { config }, (request) =>
      receive(request, [request.params.provider]),
    );
  });

  /** @param names the providers that the request may come from; its signature shows which. */
  async function receive(request: FastifyRequest, names: readonly string[]): Promise<{ received: true }> {
    const { log, paymentProviders } = services;
    for (const name of names) {
      try {
        const isHandled = await orProviderFailed(log, async () => {
          const provider = await paymentProviders.onlineHere(name);
          if (provider) await handleEvent(services, provider, await readEvent(provider, request));
          return provider !== undefined;
        });
        if (isHandled) return { received: true };
      } catch (error) {
        if (!(error instanceof InvalidSignature)) throw error;
      }
    }
    // From a provider that only other nodes are connected to, it has to be sent again. While a node of an earlier release runs, that
    // can be any name, from anybody.
    await orProviderFailed(log, () => Promise.all(names.map((name) => paymentProviders.onlineNamed(name))), 'debug');
    throw new Refusal('payment.signature_invalid');
  }

  async function readEvent(provider: OnlineProvider, request: FastifyRequest): Promise<ProviderEvent> {
    const { body, headers } = request;
    if (!Buffer.isBuffer(body)) throw new InvalidSignature('The event has no body.');
    const read = () => provider.readEvent({ body, headers }, services.now());
    return provider.readsEventsRemotely ? limit(provider.name, limitKey(clientAddress(request)), read) : read();
  }
}
