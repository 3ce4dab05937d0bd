import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g;

/** Most scripts are the same on every page; the long one with the page's data is not. */
const LONGEST_KNOWN = 4_000;
const MOST_KNOWN = 200;
const known = new Map<string, string>();

function hashOf(code: string): string {
  const before = known.get(code);
  if (before) return before;
  const source = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  if (code.length > LONGEST_KNOWN) return source;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(code, source);
  return source;
}

/**
 * The `script-src` sources that allow exactly the inline scripts of this page, such as `'sha256-…'`. Derived from the
 * rendered bytes, so that one header serves everybody who gets the same bytes; scripts with an address and blocks of
 * data (JSON-LD) need none.
 */
export function cspHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (/\ssrc=/.test(attributes) || /type="application\/(?:ld\+)?json"/.test(attributes)) continue;
    hashes.add(hashOf(code));
  }
  return [...hashes];
}
