import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cspHashes } from './csp-hashes.ts';
import { scriptsLast } from './scripts-last.ts';

const CODE = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");`;
const PAGE = `<html><head><link rel="modulepreload" href="/assets/root.js"/><title>T</title><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/root.js"/></head><body><script>1</script><script type="module" async="">${CODE}</script></body></html>`;

test('nothing of the scripts is fetched from the head on; each file is once, after the first paint', () => {
  const html = scriptsLast(PAGE);
  expect(html).toContain('<head><title>T</title></head>');
  expect(html).toContain('["/assets/root.js","/assets/entry.js"]');
  expect(html).not.toContain('type="module"');
});

test('the start of the page is inert until then, and allowed by its hash when it is made a script', () => {
  const html = scriptsLast(PAGE);
  expect(html).toContain(`<script type="later">${CODE}</script>`);
  expect(cspHashes(html)).toContain(`'sha256-${createHash('sha256').update(CODE).digest('base64')}'`);
});

test('what the loaders answered follows the start, which is the last of the scripts whatever a text of the page says', () => {
  const text = '<p>&lt;script type="module" async=""&gt;</p><script type="module" async="">first</script>';
  const html = scriptsLast(PAGE.replace('<body>', `<body>${text}`), '<script>data</script>');
  expect(html).toContain(text);
  expect(html).toContain(`<script type="later">${CODE}</script>`);
  expect(html.endsWith('</script><script>data</script></body></html>')).toBe(true);
});

test('a page without scripts is left as it is', () => {
  expect(scriptsLast('<html><body>$& $1</body></html>')).toBe('<html><body>$& $1</body></html>');
});
