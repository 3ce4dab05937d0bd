import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
/** What a page's colours can break (https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md). */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What stands against accessibility in a page, once nothing moves in it that comes to an end: rule and elements.
 * @param rules by their names in axe; as a rule all of them.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // No frame of another origin is on any page; only for their sake axe would finish its work in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** The same in the light theme and, of the colours, in the dark one, which the page then stays in. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const found = await violationsOf(page, colorScheme === 'light' ? undefined : COLOUR_RULES);
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  return violations;
}
