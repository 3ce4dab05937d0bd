import { lastClickedButton } from './hydrate-on-interaction.ts';

const GAP_PX = 16;
/** What belongs to a clicked button and should stay in sight with it. */
const AROUND = '.product-card, .buy-box, li, tr, form';

/** A click on a toast's own button does not count. */
let clickedBefore: HTMLElement | null = null;

function clickedOnPage(): HTMLElement | null {
  const button = lastClickedButton();
  if (button?.isConnected && !button.closest('.toaster')) clickedBefore = button;
  return clickedBefore?.isConnected ? clickedBefore : null;
}

const isInside = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight;

/**
 * Puts the toasts where they do not cover what was just clicked: at the lower edge of the screen, else below the header.
 * @param toaster with its new content
 */
export function placeToasts(toaster: HTMLElement): void {
  toaster.style.top = '';
  toaster.style.bottom = '';
  const button = clickedOnPage();
  const atBottom = toaster.getBoundingClientRect();
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const top = Math.max(0, header) + GAP_PX;
  const atTop = new DOMRect(atBottom.x, top, atBottom.width, atBottom.height);
  for (const part of [button?.closest(AROUND), button]) {
    const clicked = part?.getBoundingClientRect();
    if (!clicked || !isInside(clicked)) continue;
    if (!areOverlapping(clicked, atBottom)) return;
    if (areOverlapping(clicked, atTop)) continue;
    toaster.style.top = `${top}px`;
    toaster.style.bottom = 'auto';
    return;
  }
}

const areOverlapping = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
