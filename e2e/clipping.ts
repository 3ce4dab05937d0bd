import type { Page } from 'playwright-core';

/** More tab stops than any page has. */
const MAX_STOPS = 250;
/** Presses of Tab before the results are read, because reading takes as long as a press. */
const BATCH = 10;

type WithRings = Window & { rings?: { readonly clipped: Set<string>; isOver: boolean } };

/**
 * Tabs through a page and checks the focus ring of each stop.
 * @returns the elements whose ring is cut off, and by what
 */
export async function clippedFocusRings(page: Page): Promise<string[]> {
  await page.evaluate(`(${watchFocus})(${cutAtFocus})`);
  const read = () =>
    page.evaluate(() => {
      const { rings } = window as WithRings;
      return { clipped: [...(rings?.clipped ?? [])], isOver: rings?.isOver ?? true };
    });
  let found = await read();
  for (let stop = 0; stop < MAX_STOPS && !found.isOver; stop += BATCH) {
    for (let press = 0; press < BATCH; press += 1) await page.keyboard.press('Tab');
    found = await read();
  }
  return found.clipped;
}

/** Runs in the page: checks the focus ring after each press of Tab, starting at the top of the page. */
function watchFocus(check: typeof cutAtFocus): void {
  scrollTo(0, 0);
  (document.activeElement as HTMLElement | null)?.blur();
  const stops = new Set<Element>();
  const rings = { clipped: new Set<string>(), isOver: false };
  const checkStop = () => {
    const found = check(stops);
    if (found === 'end') {
      rings.isOver = true;
      removeEventListener('keyup', checkStop, true);
    } else if (found) {
      rings.clipped.add(found);
    }
  };
  addEventListener('keyup', checkStop, true);
  (window as WithRings).rings = rings;
}

/**
 * Runs in the page.
 * @param stops the elements that had the focus before; the current one is added
 * @returns null when the focus ring is complete, 'end' when Tab has left the page or started over
 */
function cutAtFocus(stops: Set<Element>): string | null {
  const SLACK_PX = 0.75;
  const focused = document.activeElement;
  if (!focused || focused === document.body || stops.has(focused)) return 'end';
  stops.add(focused);

  // A hidden radio button shows its ring on its label, a field with a currency symbol on the frame around both.
  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const ringed = [focused, focused.parentElement, focused.parentElement?.parentElement].find(
    (element) => element && hasRing(element),
  );
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}”`;
  if (!ringed) return null;

  /** What is painted over the middle of one side of the ring. */
  const coverOf = (edges: { left: number; top: number; right: number; bottom: number }): Element | undefined => {
    const middle = { x: (edges.left + edges.right) / 2, y: (edges.top + edges.bottom) / 2 };
    const points = [
      [middle.x, edges.top + 1],
      [middle.x, edges.bottom - 1],
      [edges.left + 1, middle.y],
      [edges.right - 1, middle.y],
    ] as const;
    return points
      .map(([x, y]) => document.elementFromPoint(x, y))
      .find((hit): hit is Element => hit !== null && !hit.contains(ringed) && !ringed.contains(hit) && isAbove(hit));
  };
  const stacks = (element: Element) => {
    const { position, opacity, transform } = getComputedStyle(element);
    return position !== 'static' || opacity !== '1' || transform !== 'none';
  };
  /** Outlines are painted above everything except stacked elements, which hide them unless transparent. */
  const isAbove = (hit: Element) => {
    const chain = (from: Element, end: Element | null): Element[] =>
      from === end || !from.parentElement ? [] : [from, ...chain(from.parentElement, end)];
    let common: Element | null = hit;
    while (common && !common.contains(ringed)) common = common.parentElement;
    const over = chain(hit, common);
    const isOpaque = over.some(
      (element) => element.matches('img, svg') || getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)',
    );
    return isOpaque && over.some(stacks) && !chain(ringed, common).some(stacks);
  };

  const own = getComputedStyle(ringed);
  const reach = Math.max(0, Number.parseFloat(own.outlineWidth) + Number.parseFloat(own.outlineOffset));
  const { left, top, right, bottom } = ringed.getBoundingClientRect();
  const ring = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach };
  if (ring.left < -SLACK_PX || ring.right > innerWidth + SLACK_PX) return `${nameOf(ringed)} is cut by the window`;
  if (own.position === 'fixed') return null;
  const cover = coverOf(ring);
  if (cover) return `${nameOf(ringed)} is covered by ${nameOf(cover).slice(0, 60)}`;

  const isFloating = own.position === 'absolute';
  for (let above = ringed.parentElement; above; above = above.parentElement) {
    const style = getComputedStyle(above);
    if (above === document.documentElement || above === document.body) break;
    const isContainer = style.position !== 'static' || !isFloating;
    const paints = style.contain.includes('paint') || style.contentVisibility === 'auto';
    const margin = Number.parseFloat(style.overflowClipMargin) || 0;
    const edges = above.getBoundingClientRect();
    const cutsX = paints || style.overflowX !== 'visible';
    const cutsY = paints || style.overflowY !== 'visible';
    const area = {
      left: edges.left + above.clientLeft - margin,
      top: edges.top + above.clientTop - margin,
      right: edges.left + above.clientLeft + above.clientWidth + margin,
      bottom: edges.top + above.clientTop + above.clientHeight + margin,
    };
    const isWider = ring.right - ring.left > area.right - area.left + SLACK_PX && style.overflowX !== 'visible';
    if (isContainer && cutsX && (ring.left < area.left - SLACK_PX || ring.right > area.right + SLACK_PX)) {
      return `${nameOf(ringed)} is cut at its side by ${nameOf(above).slice(0, 60)}${isWider ? ' (too wide)' : ''}`;
    }
    if (isContainer && cutsY && (ring.top < area.top - SLACK_PX || ring.bottom > area.bottom + SLACK_PX)) {
      return `${nameOf(ringed)} is cut above or below by ${nameOf(above).slice(0, 60)}`;
    }
    if (style.position === 'fixed') break;
  }
  return null;
}

/** The amounts of a page that wrap. */
const wrappedAmounts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.amount')]
      .filter((amount) => new Set([...amount.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
      .map((amount) => `${amount.textContent} in ${amount.parentElement?.className}`),
  );

/** Texts whose descenders (as in g, p and y) are cut off. */
const clippedDescenders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK_PX = 0.5;
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('No canvas');
    const clipped: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (
        !parent ||
        !text.textContent?.trim() ||
        !parent.checkVisibility() ||
        parent.closest('.sr-only, svg, script')
      ) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(text);
      const style = getComputedStyle(parent);
      canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const { fontBoundingBoxDescent, actualBoundingBoxDescent } = canvas.measureText('gjpqyQ');
      for (const line of range.getClientRects()) {
        const ink = line.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent;
        for (let above: Element | null = parent; above && above !== document.body; above = above.parentElement) {
          const { overflowY, display, position, clipPath } = getComputedStyle(above);
          // Content for screen readers is clipped as a whole.
          if (position === 'fixed' || clipPath !== 'none') break;
          if (!['hidden', 'clip'].includes(overflowY) || display === 'inline') continue;
          const box = above.getBoundingClientRect();
          const edge = box.top + above.clientTop + above.clientHeight;
          // A line below the edge is hidden as a whole, as intended.
          const isShown = line.top + line.height / 2 < edge && line.bottom > box.top && box.height > 1;
          if (isShown && ink > edge + SLACK_PX) {
            clipped.push(
              `“${text.textContent.trim().slice(0, 30)}” by ${(ink - edge).toFixed(1)} px of ${above.className}`,
            );
          }
        }
      }
    }
    return [...new Set(clipped)];
  });

/** @returns the selects that do not show their whole value */
export function clippedSelects(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('select')].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const chosen = select.selectedOptions[0]?.label ?? '';
      if (!canvas || select.clientWidth === 0) return [];
      canvas.font = font;
      return canvas.measureText(chosen).width > room + 1 ? [`select “${chosen}”`] : [];
    });
  });
}

/** @returns texts whose descenders are cut off, and amounts that wrap */
export const cutOffTexts = async (page: Page): Promise<string[]> => [
  ...(await clippedDescenders(page)),
  ...(await wrappedAmounts(page)),
];
