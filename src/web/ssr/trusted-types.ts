/**
 * The content-security policy of the pages (`server/platform/http/bind-pages.ts`) requires Trusted Types: a string can
 * only become markup, a script or a script's address by one of the two policies that are made here. Browsers without
 * Trusted Types ask none of them.
 */
interface TrustedTypes {
  createPolicy(
    name: 'default' | 'inert-document',
    rules: {
      readonly createHTML?: (html: string) => string | null;
      readonly createScriptURL?: (address: string) => string | null;
    },
  ): { createHTML(html: string): string };
}

const { trustedTypes } = globalThis as unknown as { trustedTypes?: TrustedTypes };

/** The page that a mail is shown in, while it is empty (`admin/outbox/mail-look.tsx`). */
export const EMPTY_DOCUMENT = '<!doctype html>';

const SERVICE_WORKER = '/sw.js';
/** https://docs.stripe.com/security/guide#content-security-policy; its loader hands over plain strings. */
const STRIPE = 'https://js.stripe.com';

/** Asked for every string that reaches such a place without a policy of its own; null refuses it. */
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === EMPTY_DOCUMENT ? html : null),
  createScriptURL: (address) => (address === SERVICE_WORKER || originOf(address) === STRIPE ? address : null),
});

const inert = trustedTypes?.createPolicy('inert-document', { createHTML: (html) => html });

function originOf(address: string): string | undefined {
  return URL.canParse(address, location.href) ? new URL(address, location.href).origin : undefined;
}

/** Parses HTML into a document of its own, in which no script runs and nothing is fetched. */
export function parseInertDocument(html: string): Document {
  return new DOMParser().parseFromString(inert ? inert.createHTML(html) : html, 'text/html');
}
