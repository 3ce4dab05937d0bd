import type { contactEndpoints } from '#contract/storefront/contact.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { ContactServices } from './contact-services.ts';
import { sendMessage } from './send-message.ts';

/** Back-office §8. */
const SENT = "Message Sent! Thank you for contacting us. We'll get back to you within 24 hours.";

export function contactHandlers(services: ContactServices): Handlers<typeof contactEndpoints> {
  return {
    'POST /contact': async ({ body: { website, message, ...written } }) => {
      // Honeypot: a bot that fills in every field gets the same response.
      if (!website) await sendMessage(services, { ...written, body: message });
      return respond(null, SENT);
    },
  };
}
