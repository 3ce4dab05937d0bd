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

/**
 * The browser calls the default policy for every plain string assigned to such a sink; null, or an error for an address
 * that is none, rejects the string. Beside the service worker, only payment providers load scripts in this way, from
 * origins that the page names (`web/root.tsx`).
 */
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === EMPTY_DOCUMENT ? html : null),
  createScriptURL: (address) =>
    address === '/sw.js' ||
    document.documentElement.dataset.scripts?.split(' ').includes(new URL(address, location.href).origin)
      ? address
      : null,
});

const inert = trustedTypes?.createPolicy('inert-document', { createHTML: (html) => html });

/** Parses HTML into a separate document that runs no scripts and fetches nothing. */
export function parseInertDocument(html: string): Document {
  return new DOMParser().parseFromString(inert ? inert.createHTML(html) : html, 'text/html');
}
