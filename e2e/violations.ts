import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
/** What a page's colours can break (https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md). */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** For passing rules, axe describes one element instead of all, which halves its time. */
const ONLY_VIOLATIONS = { resultTypes: ['violations' as const] };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A sandboxed frame may never answer; axe then skips it. */
const FRAME_TIMEOUT_MS = 1_000;

type WithAxe = typeof globalThis & { axe: typeof axe };

/** Loads axe into a document once: parsing half a megabyte takes as long as the colour rules. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

/**
 * Waits until no transition or finite animation is running. They start with a frame, and the end of one can start others:
 * a child that inherits a colour has a transition of its own.
 */
const untilAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const isEnding = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    do {
      await nextFrame();
      await nextFrame();
    } while (document.getAnimations().some(isEnding));
  });

/**
 * Accessibility violations of a page, once its animations have ended: rule and elements.
 * @param options.rules axe rule names; default all
 * @param options.within a selector; default the whole page
 */
export async function violationsOf(
  page: Page,
  { rules, within }: { rules?: string[]; within?: string } = {},
): Promise<string[]> {
  await untilAtRest(page);
  await loadAxe(page.mainFrame());
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  // Frames of the same origin are checked through messages between their copies of axe.
  for (const frame of frames) {
    await Promise.race([loadAxe(frame).catch(() => undefined), wait(FRAME_TIMEOUT_MS, undefined, { ref: false })]);
  }
  // WCAG 2.2 asks for targets of 24 px, which axe checks only on request.
  const all = { rules: { 'target-size': { enabled: true } } };
  const chosen = rules ? { runOnly: { type: 'rule' as const, values: rules } } : all;
  return page.evaluate(
    async ([context, options]) => {
      const { violations } = await (window as unknown as WithAxe).axe.run(context ?? document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    [within, { ...chosen, ...ONLY_VIOLATIONS }] as const,
  );
}

/**
 * Turns transitions off: a change of theme animates hundreds of colours for a second, and each frame computes the styles of the
 * whole page.
 * @returns a function that turns them on again
 */
async function stopTransitions(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const stopped = new CSSStyleSheet();
    stopped.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(stopped);
    return stopped;
  });
  return async () => {
    await sheet.evaluate((stopped) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== stopped);
    });
    await sheet.dispose();
  };
}

/** The same in the light theme and, for colours only, in the dark one, without motion. The page stays in both. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  const allowTransitions = await stopTransitions(page);
  for (const colorScheme of THEMES) {
    // A carousel that moves on is half transparent for a moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violationsOf(page, colorScheme === 'light' ? {} : { rules: COLOUR_RULES });
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  await allowTransitions();
  return violations;
}
