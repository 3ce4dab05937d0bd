import { type ComponentType, createElement, type ReactElement } from 'react';

interface CachedFragmentProps<Props> {
  as: 'header' | 'footer' | 'nav';
  className: string;
  /** Accessible name. */
  label?: string;
  /** Must depend only on its props: no router hooks, no context, no `useId`. */
  of: ComponentType<Props>;
  /** The cache key. Keep the number of combinations small. */
  with: Props;
}

const MAX_ENTRIES = 20;
const cache = new Map<string, string>();
const missed = new Map<string, ReactElement>();

const keys = new WeakMap<object, string>();

/** Settings are the same objects on all pages until they change. */
function keyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const key = keys.get(value) ?? JSON.stringify(value);
  keys.set(value, key);
  return key;
}

/**
 * A part that is the same on most pages, such as the footer. The server caches its HTML, which saves rendering two
 * fifths of the elements of a product page (docs/decisions/0030). The browser renders and hydrates it as usual.
 */
export function CachedFragment<Props extends object>({
  as,
  className,
  label,
  of,
  with: props,
}: CachedFragmentProps<Props>): ReactElement {
  const element = createElement(of, props);
  const attributes = { className, 'aria-label': label };
  if (!import.meta.env.SSR) return createElement(as, attributes, element);
  const key = `${as} ${Object.values(props).map(keyOf).join()}`;
  const html = cache.get(key);
  if (html !== undefined) return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
  missed.set(key, element);
  return createElement(as, attributes, element);
}

/**
 * Renders the fragments that were cache misses on earlier pages. Call it between pages: React cannot render within a render.
 * @param isComplete whether the HTML contains no pending lazy component
 */
export function cacheFragments(render: (element: ReactElement) => string, isComplete: (html: string) => boolean): void {
  if (cache.size > MAX_ENTRIES) cache.clear();
  for (const [key, element] of missed) {
    const html = render(element);
    if (isComplete(html)) cache.set(key, html);
  }
  missed.clear();
}
