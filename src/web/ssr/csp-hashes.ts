import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g;

/**
 * The `script-src` sources that allow exactly the inline scripts of this page, such as `'sha256-…'`. Derived from the
 * rendered bytes, so that one header serves everybody who gets the same bytes; scripts with an address and blocks of
 * data (JSON-LD) need none.
 */
export function cspHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (/\ssrc=/.test(attributes) || /type="application\/(?:ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes];
}
