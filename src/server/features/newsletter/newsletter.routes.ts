import type { newsletterEndpoints } from '#contract/storefront/newsletter.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import type { NewsletterServices } from './newsletter-services.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

export function newsletterHandlers(services: NewsletterServices): Handlers<typeof newsletterEndpoints> {
  return {
    'POST /newsletter': async ({ body }) => {
      await subscribe(services, body.email);
      return respond(
        null,
        'Thank you. Please open the link in the email we sent to this address to complete the subscription.',
      );
    },
    'POST /newsletter/confirm': async ({ body }) => {
      await confirmSubscription(services, body.token);
      return respond(null, 'You are subscribed to our newsletter.');
    },
    'POST /newsletter/unsubscribe': async ({ body }) => {
      await unsubscribe(services, body.token);
      return respond(null, 'You are unsubscribed.');
    },
  };
}
