import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { incidentsOf, openContexts, RECORDING } from './browser.ts';
import { takeScreenshot } from './screenshot.ts';

/**
 * A failing test leaves a Playwright trace and a screenshot of each page in test-results/, and prints the pages' texts
 * and last errors: often only the output of a run on another machine is kept.
 */
const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'test-results');
/** A hanging page may be why the test failed. */
const PAGE_TIMEOUT_MS = 5_000;
const SCREENSHOT_TIMEOUT_MS = 20_000;

const TEXT_LENGTH = 4_000;
const LAST_INCIDENTS = 15;

const slug = (text: string): string =>
  text
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

async function describePage(page: Page): Promise<string[]> {
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: PAGE_TIMEOUT_MS })
    .catch((error) => `not readable: ${(error as Error).message}`);
  return [`Page:       ${page.url()}`, text.replace(/\n\s*- /g, ' | ').slice(0, TEXT_LENGTH)];
}

async function keepPicture(page: Page, path: string): Promise<string[]> {
  const isKept = await Promise.race([
    takeScreenshot(page, path).then(
      () => true,
      () => false,
    ),
    wait(SCREENSHOT_TIMEOUT_MS, false, { ref: false }),
  ]);
  return isKept ? [`Screenshot: ${relative(ROOT, path)}`] : [];
}

/** Starts the next recording, because a visitor may be used by further tests. */
async function keepTrace({ tracing }: BrowserContext, path: string): Promise<string[]> {
  try {
    await tracing.stop({ path });
    await tracing.start(RECORDING);
    return [`Trace:      npx playwright-core show-trace ${relative(ROOT, path)}`];
  } catch {
    // A context that a test has closed, or opened without recording.
    return [];
  }
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await mkdir(FOLDER, { recursive: true });
  const lines: string[] = [];
  for (const [visitor, context] of (await openContexts()).entries()) {
    const name = join(
      FOLDER,
      [slug(task.file.name.replace(/\.test\.ts$/, '')), slug(task.name), visitor + 1].join('-'),
    );
    for (const [tab, page] of context.pages().entries()) {
      lines.push(...(await describePage(page)));
      lines.push(...(await keepPicture(page, `${name}-page${tab + 1}.png`)));
    }
    lines.push(...incidentsOf(context).slice(-LAST_INCIDENTS));
    lines.push(...(await keepTrace(context, `${name}.zip`)));
  }
  console.error(lines.join('\n'));
});
