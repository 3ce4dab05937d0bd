import type { Browser, Page } from 'playwright-core';
import { atMost, type Check } from './check.ts';

/** The CPU slow-down of Lighthouse's mobile profile. */
const SLOW_DOWN = 4;

/** The first interaction on each page. */
const USES: readonly { page: string; path: string; use(page: Page): Promise<void> }[] = [
  {
    page: 'home',
    path: '/',
    async use(page) {
      await page.getByRole('button', { name: 'Show Free Shipping' }).click();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Electronics' }).waitFor();
      await page.keyboard.press('Escape');
    },
  },
  {
    page: 'list',
    path: '/products',
    async use(page) {
      await page.getByRole('button', { name: 'Filters' }).click();
      const drawer = page.getByRole('dialog', { name: 'Filters' });
      await drawer.getByLabel(/^On sale/).check();
      await drawer.getByRole('button', { name: /^Show \d+ products/ }).click();
      await page
        .getByRole('button', { name: /^Add to Cart: / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Keep in cart on this device' }).click();
    },
  },
  {
    page: 'product',
    path: '/products/1',
    async use(page) {
      await page
        .getByRole('button', { name: /^One more/ })
        .first()
        .click();
      await page.getByRole('tab', { name: 'Specifications' }).click();
      await page.getByRole('tab', { name: 'Shipping & Returns' }).click();
    },
  },
  {
    page: 'cart',
    path: '/cart',
    async use(page) {
      await page
        .getByRole('button', { name: /^One more/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    },
  },
];

/** The longest time from an input to the next paint, from the browser's event timing. */
function longestResponse(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((later) => setTimeout(later, 300));
    return (globalThis as unknown as { longestResponse: number }).longestResponse;
  });
}

function observeInputs(): void {
  const seen = globalThis as unknown as { longestResponse: number };
  seen.longestResponse = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId) seen.longestResponse = Math.max(seen.longestResponse, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** INP of each page on a phone with a slowed-down CPU, as in Lighthouse. */
export async function measureResponse(browser: Browser, url: string): Promise<Check[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, baseURL: url });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(observeInputs);
  const checks: Check[] = [];
  for (const { page: name, path, use } of USES) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await use(page);
    const value = await longestResponse(page);
    checks.push(atMost(200, { about: 'speed and scores', page: name, name: 'INP', value, unit: 'ms' }));
    await page.close();
  }
  await context.close();
  return checks;
}
