import type { FastifyInstance } from 'fastify';
import { InvalidSignature } from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { handleEvent } from './handle-event.ts';
import { orProviderFailed } from './provider-failures.ts';

const MAX_EVENT_BYTES = 512 * 1024;

/**
 * Where the payment provider calls. Its signature is over the bytes of the body, so this route alone gets them unread;
 * and it is not counted against the limit of an address, which would lose events when many come at once.
 */
export async function bindPaymentWebhook(app: FastifyInstance, services: CheckoutServices): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/payments/webhook', { config: { rateLimit: false } }, async (request) => {
      const { cards, log } = services;
      const provider = await cards.current();
      const signature = request.headers['stripe-signature'];
      const { body } = request;
      if (!provider || typeof signature !== 'string' || !Buffer.isBuffer(body)) {
        throw new Refusal('payment.signature_invalid');
      }
      try {
        await orProviderFailed(log, () => handleEvent(services, provider, { body, signature }));
      } catch (error) {
        if (error instanceof InvalidSignature) throw new Refusal('payment.signature_invalid');
        throw error;
      }
      return { received: true };
    });
  });
}
