import type { FocusEvent } from 'react';

/**
 * For `onFocus` in a horizontal scroller: browsers leave a partly visible focused entry as it is, this scrolls it fully
 * into view.
 */
export function showFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Scrolls an entry of a horizontal scroller, such as a tab, fully into view without scrolling the page. */
export function showInStrip(entry: Element | null | undefined): void {
  const strip = entry?.parentElement;
  if (!entry || !strip) return;
  const { left, right } = entry.getBoundingClientRect();
  const edges = strip.getBoundingClientRect();
  if (left < edges.left) strip.scrollLeft -= edges.left - left;
  else if (right > edges.right) strip.scrollLeft += right - edges.right;
}
