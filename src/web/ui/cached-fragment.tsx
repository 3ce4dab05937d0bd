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

/** Renders an element; null if a lazy component in it has not loaded yet. */
export type RenderFragment = (element: ReactElement) => string | null;

let render: RenderFragment | undefined;

/** Called by the server. Without it, fragments are rendered with each page. */
export function setFragmentRenderer(renderer: RenderFragment): void {
  render = renderer;
}

/** HTML of fragments by key; evicts the least recently used. */
export interface FragmentCache {
  /** Undefined if the element has to be rendered with the page. */
  readonly htmlOf: (key: string, element: () => ReactElement) => string | undefined;
}

/** @param maxLength characters of all keys and fragments together */
export function createFragmentCache(maxLength: number): FragmentCache {
  const known = new Map<string, string>();
  let length = 0;

  function evict(): void {
    for (const [key, html] of known) {
      if (length <= maxLength) return;
      known.delete(key);
      length -= key.length + html.length;
    }
  }

  return {
    htmlOf(key, element) {
      const cached = known.get(key);
      const html = cached ?? render?.(element());
      if (!html) return undefined;
      if (cached === undefined) length += key.length + html.length;
      // To the end, because the first entries are evicted first.
      else known.delete(key);
      known.set(key, html);
      evict();
      return html;
    },
  };
}

/** @param html as a `FragmentCache` returns it, or the part of it inside an element; nothing else may be inserted as HTML */
export const elementOf = (as: string, attributes: object, html: string): ReactElement =>
  createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });

/** A header and a footer take 15,000 characters. */
const fragments = /* @__PURE__ */ createFragmentCache(500_000);

const keys = /* @__PURE__ */ new WeakMap<object, string>();

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
  const html = fragments.htmlOf(`${as} ${Object.values(props).map(keyOf).join()}`, () => element);
  return html === undefined ? createElement(as, attributes, element) : elementOf(as, attributes, html);
}
