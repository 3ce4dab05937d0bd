import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { createContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { bindPages } from '#server/platform/http/bind-pages.ts';
import { createResponseCache } from '#server/platform/http/response-cache/response-cache.ts';
import { KNOWN_SCRIPTS } from '#web/ssr/known-scripts.ts';
import { createPageRenderer } from '#web/ssr/render-page.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** A shop whose every page is `html`, including injected markup. */
async function openPages(html: string) {
  const documentContext = createContext<Buffer | null>(null);
  const module = {
    ...{ KNOWN_SCRIPTS, RouterContextProvider, documentContext },
    ...{ apiContext: createContext(), originContext: createContext('') },
    createRequestHandler: () => async (_: Request, context: RouterContextProvider) => {
      context.set(documentContext, Buffer.from(html));
      return new Response(null, { headers: { 'content-type': 'text/html' } });
    },
  };
  const { render, scriptHashes } = createPageRenderer({
    build: { entry: { module }, routes: {} } as unknown as ServerBuild,
    api: async () => {
      throw new Error('No page asks for anything here.');
    },
    readBlurred: async () => null,
    partReports: { failed: () => undefined, timedOut: () => undefined, blocked: () => undefined },
    origin: 'http://shop.test',
  });
  const app = Fastify();
  bindPages(app, render, {
    scriptHashes,
    cache: createResponseCache(),
    readPolicy: async () => ({ connect: [], scripts: [], frames: [] }),
    untilReady: async () => undefined,
    findRedirect: async () => null,
  });
  onTestFinished(() => app.close());
  return app.inject('/');
}

test('an injected inline script is not allowed, the shop’s own are', async () => {
  const { headers, body } = await openPages('<p><script>alert(1)</script></p>');
  expect(body).toContain('<script>alert(1)</script>');
  const policy = String(headers['content-security-policy']);
  expect(policy).not.toContain(hashOf('alert(1)'));
  expect(policy).not.toContain('unsafe');
  for (const script of KNOWN_SCRIPTS) expect(policy).toContain(hashOf(script));
});

test('the policy does not depend on the page, requires Trusted Types and has a report endpoint', async () => {
  const policies = await Promise.all(
    ['<p>One</p>', '<script>two()</script>'].map(async (html) => (await openPages(html)).headers),
  );
  const [one, two] = policies.map((headers) => headers['content-security-policy']);
  expect(two).toBe(one);
  expect(one).toContain("require-trusted-types-for 'script'");
  expect(one).toContain('trusted-types default inert-document');
  expect(one).toContain('report-uri /api/csp-reports; report-to csp');
  expect(policies[0]?.['reporting-endpoints']).toBe('csp="/api/csp-reports"');
});
