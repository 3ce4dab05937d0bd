import type { FocusEvent } from 'react';

/**
 * For `onFocus` of a strip that scrolls sideways: an entry reached by keyboard is shown whole, where the browser leaves one
 * that is partly in sight as it is.
 */
export function showFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Brings an entry of a strip, such as a tab, whole into sight: the strip scrolls sideways, and the page stays where it is. */
export function showInStrip(entry: Element | null | undefined): void {
  const strip = entry?.parentElement;
  if (!entry || !strip) return;
  const { left, right } = entry.getBoundingClientRect();
  const edges = strip.getBoundingClientRect();
  if (left < edges.left) strip.scrollLeft -= edges.left - left;
  else if (right > edges.right) strip.scrollLeft += right - edges.right;
}
