import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
/** What a page's colours can break (https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md). */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Accessibility violations of a page, once its animations have ended: rule and elements.
 * @param rules axe rule names; default all.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // No page has cross-origin frames, the only reason for axe to finish in a separate page.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // WCAG 2.2 asks for targets of 24 px, which axe checks only on request.
  const all = { rules: { 'target-size': { enabled: true } } };
  const { violations } = await (rules ? axe.withRules(rules) : axe.options(all)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** The same in the light theme and, for colours only, in the dark one, which the page then stays in. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const found = await violationsOf(page, colorScheme === 'light' ? undefined : COLOUR_RULES);
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  return violations;
}
