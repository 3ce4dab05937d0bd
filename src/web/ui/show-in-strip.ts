/** Scrolls an entry of a horizontal scroller, such as a tab, fully into view without scrolling the page. */
export function showInStrip(entry: Element | null | undefined): void {
  const strip = entry?.parentElement;
  if (!entry || !strip) return;
  const { left, right } = entry.getBoundingClientRect();
  const edges = strip.getBoundingClientRect();
  if (left < edges.left) strip.scrollLeft -= edges.left - left;
  else if (right > edges.right) strip.scrollLeft += right - edges.right;
}
