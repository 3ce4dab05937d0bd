import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What stands against accessibility in a page, once nothing moves in it that comes to an end: rule and elements. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
