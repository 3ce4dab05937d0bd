import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openShopper, untilHydrated } from './shopper.ts';

/** What the content security policy blocks. That no page violates it: pages.test.ts and signed-in-pages.test.ts. */

const violationsOf = (complaints: readonly string[]) =>
  complaints.filter((complaint) => /Content Security Policy|Trusted ?(Type|HTML|Script)/i.test(complaint));

/** Injects markup into the server's pages, like an injection bug would; their policy stays the server's. */
async function injectInto(page: Page, markup: string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/about',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('</main>', `${markup}</main>`) });
    },
  );
}

test('injected scripts do not run, and the page still hydrates', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await injectInto(
    page,
    '<script>window.injected = 1</script><script type="module">window.injected = 2</script><img src="/none.png" onerror="window.injected = 3"><script src="https://evil.test/x.js"></script>',
  );
  await shopper.open('/about');
  expect(await page.evaluate(() => (window as { injected?: number }).injected)).toBeUndefined();
  await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click();
  await page.locator('.product-card').first().waitFor();
  expect(violationsOf(shopper.complaints).length).toBeGreaterThanOrEqual(3);
});

/**
 * Gives a page of the demo shop the policy and data of a shop with a payment provider whose form loads scripts.
 */
async function allowScripts(page: Page, origin: string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/about',
    async (route) => {
      const response = await route.fetch();
      const policy = String(response.headers()['content-security-policy']);
      const text = await response.text();
      const body = text.replace('<html ', `<html data-scripts="${origin}" `);
      const headers = {
        ...response.headers(),
        'content-security-policy': policy.replace("script-src 'self'", `script-src 'self' ${origin}`),
      };
      await route.fulfill({ response, headers, body });
    },
  );
}

test('strings become neither markup nor scripts nor script URLs, except those of payment providers', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await allowScripts(page, 'https://js.bank.test');
  await shopper.open('/about');
  await untilHydrated(page);
  const outcomes = await page.evaluate(() => {
    const refused = (attempt: () => void) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    };
    const script = () => document.createElement('script');
    return {
      innerHTML: refused(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      srcdoc: refused(() => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>')),
      text: refused(() => (script().text = 'alert(1)')),
      src: refused(() => (script().src = 'https://evil.test/x.js')),
      ownFile: refused(() => (script().src = '/media/picture.js')),
      lookalike: refused(() => (script().src = 'https://js.bank.test.evil.test/v3')),
      notInUse: refused(() => (script().src = 'https://js.stripe.com/clover/stripe.js')),
      policy: refused(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): void };
        };
        trustedTypes.createPolicy('mine', {});
      }),
      provider: refused(() => (script().src = 'https://js.bank.test/form.js')),
    };
  });
  expect(outcomes).toEqual({
    innerHTML: true,
    srcdoc: true,
    text: true,
    src: true,
    ownFile: true,
    lookalike: true,
    notInUse: true,
    policy: true,
    provider: false,
  });
});

test("the outbox shows mails under the page's policy", async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.openAccount();
  await shopper.enterBackOffice('/admin/outbox');
  // Mails with a personal link have no preview.
  const aboutCustomer = page.getByRole('row').filter({ hasText: 'A new customer' });
  await aboutCustomer.first().getByRole('button', { name: /^View/ }).click();
  const frame = page.frameLocator('iframe.mail-preview');
  await frame.locator('a, p').first().waitFor();
  expect(violationsOf(shopper.complaints)).toEqual([]);
});

test('the checkout loads Stripe’s script if the shop uses Stripe', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  const asked: string[] = [];
  await page.route('https://js.stripe.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'window.Stripe = Object.assign(() => ({}), {});' });
  });
  await allowScripts(page, 'https://js.stripe.com');
  await shopper.open('/about');
  await untilHydrated(page);
  await page.evaluate(
    () =>
      new Promise<void>((loaded, failed) => {
        const script = document.createElement('script');
        script.onload = () => loaded();
        script.onerror = () => failed(new Error('refused'));
        script.src = 'https://js.stripe.com/clover/stripe.js';
        document.head.append(script);
      }),
  );
  expect(asked).toEqual(['https://js.stripe.com/clover/stripe.js']);
  expect(violationsOf(shopper.complaints)).toEqual([]);
});

test('camera, microphone, geolocation and wallets without a provider are disabled on every page and response', async () => {
  for (const path of ['/', '/api/products', '/nothing-here', '/admin']) {
    const { headers } = await fetch(inject('shopUrl') + path);
    const policy = headers.get('permissions-policy') ?? '';
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment'])
      expect(policy, path).toContain(`${feature}=()`);
  }
});
