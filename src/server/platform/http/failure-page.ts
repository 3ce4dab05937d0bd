import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../refusal.ts';
import { escapeMarkup } from '../security/escape-markup.ts';

/** The shop's theme colours, inlined: this page must not need a second request. */
const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f7f4ee,#141310);--ink:light-dark(#1c1a16,#f2eee5);--muted:light-dark(#625c52,#aba496);--accent:light-dark(#1f4d3a,#8fd0b0);--on-accent:light-dark(#fff,#0d1a13)}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:30rem;padding:2rem;text-align:center}
h1{margin:0;font:480 2rem/1.15 Georgia,serif;text-wrap:balance}
p{color:var(--muted);margin:1rem 0 2rem;text-wrap:balance}
a{display:inline-block;padding:.75rem 1.5rem;border-radius:999px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
`;

/** Allows only the inline style above. */
export const FAILURE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Whether a browser navigates, rather than a script calling the API: a link, or a form submitted before its scripts
 * loaded.
 */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isLookedAt = method === 'GET' || method === 'POST';
  return isLookedAt && !url.startsWith('/api') && headers.accept?.includes('text/html') === true;
}

/** The page for requests that fail before rendering starts: overload, too many requests, internal error. */
export function failurePage({ status, message }: Refusal): string {
  const title = status >= 500 ? 'One moment, please' : 'That did not work';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeMarkup(message)}</p>
<a href="">Try again</a>
</main>
</body>
</html>
`;
}
