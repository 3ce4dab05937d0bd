import type { Browser, Page } from 'playwright-core';
import { violationsOf } from '../e2e/violations.ts';
import { atMost, type Check } from './check.ts';
import { ANSWERED_BY_404, type Visitor } from './pages.ts';

const WIDTHS = [320, 390, 768, 1440, 1920];
const PHONE_WIDTH = 390;
const THEMES = ['light', 'dark'] as const;
const PAGE_TIMEOUT_MS = 30_000;

/** Loads a page once: axe in both themes and on a phone, every width, while listening to its console. */
async function walkPage(page: Page, path: string, label: string): Promise<Check[]> {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const isOwnStatus = message.location().url === page.url() && message.text().includes('404');
    if (!(isOwnStatus && ANSWERED_BY_404.includes(path))) errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();

  const violations: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    violations.push(...(await violationsOf(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const overflows: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) overflows.push(`${excess} px too wide at ${width} px`);
    if (width === PHONE_WIDTH) violations.push(...(await violationsOf(page)).map((violation) => `phone: ${violation}`));
  }
  const headings = await page.getByRole('heading', { level: 1 }).count();
  return [
    atMost(0, {
      about: 'accessibility',
      page: label,
      name: 'axe, both themes',
      value: violations.length,
      details: violations,
    }),
    atMost(0, {
      about: 'every page',
      page: label,
      name: 'scrolls sideways',
      value: overflows.length,
      details: overflows,
    }),
    atMost(0, { about: 'every page', page: label, name: 'console errors', value: errors.length, details: errors }),
    atMost(1, { about: 'every page', page: label, name: 'main headings', value: headings }),
  ];
}

/** A page that cannot be checked is reported as a failure, and the walk continues. */
export async function walk(
  browser: Browser,
  url: string,
  visitor: Visitor,
  paths: readonly string[],
  token: string | undefined,
): Promise<Check[]> {
  const context = await browser.newContext({ baseURL: url });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  if (token) await context.addInitScript((stored) => localStorage.setItem('auth_token', stored), token);
  const checks: Check[] = [];
  for (const path of paths) {
    const label = `${path} (${visitor})`;
    const page = await context.newPage();
    try {
      checks.push(...(await walkPage(page, path, label)));
    } catch (error) {
      const details = [String(error)];
      checks.push(atMost(0, { about: 'every page', page: label, name: 'could not be walked', value: 1, details }));
    }
    await page.close();
  }
  await context.close();
  return checks;
}
