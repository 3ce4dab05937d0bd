import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
/** What a page's colours can break (https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md). */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** For passing rules, axe describes one element instead of all, which halves its time. */
const ONLY_VIOLATIONS = { resultTypes: ['violations' as const] };

/**
 * Accessibility violations of a page, once its animations have ended: rule and elements.
 * @param options.rules axe rule names; default all
 * @param options.within a selector; default the whole page
 */
export async function violationsOf(
  page: Page,
  { rules, within }: { rules?: string[]; within?: string } = {},
): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // No page has cross-origin frames, the only reason for axe to finish in a separate page.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within) axe.include(within);
  // WCAG 2.2 asks for targets of 24 px, which axe checks only on request.
  const all = { rules: { 'target-size': { enabled: true } } };
  const chosen = rules ? { runOnly: { type: 'rule' as const, values: rules } } : all;
  const { violations } = await axe.options({ ...chosen, ...ONLY_VIOLATIONS }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** The same in the light theme and, for colours only, in the dark one, without motion. The page stays in both. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const colorScheme of THEMES) {
    // A carousel that moves on is half transparent for a moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violationsOf(page, colorScheme === 'light' ? {} : { rules: COLOUR_RULES });
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  return violations;
}
