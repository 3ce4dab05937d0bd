import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';

let rasterizing: Promise<Browser> | undefined;

const TIMEOUT_MS = 5_000;
const MODAL = 'data-modal-of-copy';

/** Runs in the page. @returns its markup with the contents of fields, and modal dialogs marked with `mark` */
function markupOf(mark: string): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  const copies = copy.querySelectorAll('input, textarea, option, dialog');
  for (const [index, original] of document.querySelectorAll('input, textarea, option, dialog').entries()) {
    const copied = copies[index];
    if (original instanceof HTMLInputElement) {
      copied?.setAttribute('value', original.value);
      copied?.toggleAttribute('checked', original.checked);
    } else if (original instanceof HTMLTextAreaElement) copied?.replaceChildren(original.value);
    else if (original instanceof HTMLOptionElement) copied?.toggleAttribute('selected', original.selected);
    else if (original.matches(':modal')) copied?.setAttribute(mark, '');
  }
  return `<!doctype html>${copy.outerHTML}`;
}

/** Runs in the copy. */
function openModals(mark: string): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(`dialog[${mark}]`)) {
    dialog.close();
    dialog.showModal();
  }
}

/**
 * Takes a screenshot of a copy of the page, without scripts: the tests' own browser does not rasterize. Styles and
 * pictures come from the shop, which must still be running.
 */
export async function takeScreenshot(page: Page, path: string): Promise<void> {
  const html = await page.evaluate(markupOf, MODAL);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  rasterizing ??= launchBrowser();
  const context = await (await rasterizing).newContext({
    viewport: page.viewportSize(),
    colorScheme: isDark ? 'dark' : 'light',
    javaScriptEnabled: false,
  });
  try {
    context.setDefaultTimeout(TIMEOUT_MS);
    const copy = await context.newPage();
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
    await copy.goto(page.url());
    await copy.evaluate(openModals, MODAL);
    await copy.screenshot({ path, fullPage: true, animations: 'disabled' });
  } finally {
    await context.close();
  }
}
