/**
 * The content security policy of the pages (`server/platform/http/bind-pages.ts`) requires Trusted Types: only the two
 * policies created here can turn a string into markup, a script or a script URL. Browsers without Trusted Types ignore
 * them.
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

/** The empty document in which the mail preview is built (`admin/shared/mail-preview.tsx`). */
export const EMPTY_DOCUMENT = '<!doctype html>';

const SERVICE_WORKER = '/sw.js';
/** https://docs.stripe.com/security/guide#content-security-policy; its loader uses plain strings. */
const STRIPE = 'https://js.stripe.com';

/** The browser calls the default policy for every plain string assigned to such a sink; null rejects the string. */
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === EMPTY_DOCUMENT ? html : null),
  createScriptURL: (address) => (address === SERVICE_WORKER || originOf(address) === STRIPE ? address : null),
});

const inert = trustedTypes?.createPolicy('inert-document', { createHTML: (html) => html });

function originOf(address: string): string | undefined {
  return URL.canParse(address, location.href) ? new URL(address, location.href).origin : undefined;
}

/** Parses HTML into a separate document that runs no scripts and fetches nothing. */
export function parseInertDocument(html: string): Document {
  return new DOMParser().parseFromString(inert ? inert.createHTML(html) : html, 'text/html');
}
