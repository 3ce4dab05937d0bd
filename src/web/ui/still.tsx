import { type ComponentType, createElement, type ReactElement } from 'react';

interface StillProps<Props> {
  as: 'header' | 'footer';
  className: string;
  /** What stands in it: made of its properties alone, without anything of the router and without `useId`. */
  of: ComponentType<Props>;
  /** As few as can be: each combination is kept. */
  with: Props;
}

/** More combinations than a shop has. */
const MAX_KEPT = 20;
const kept = new Map<string, string>();
const asked = new Map<string, ReactElement>();

/**
 * A part of the page that looks the same on most pages. The server keeps its text and puts it into the next page as it
 * is, which spares two fifths of the elements of a product page; to the browser it is a part like any other.
 */
export function Still<Props extends object>({ as, className, of, with: props }: StillProps<Props>): ReactElement {
  const element = createElement(of, props);
  if (!import.meta.env.SSR) return createElement(as, { className }, element);
  const key = `${as} ${JSON.stringify(props)}`;
  const text = kept.get(key);
  if (text !== undefined) return createElement(as, { className, dangerouslySetInnerHTML: { __html: text } });
  asked.set(key, element);
  return createElement(as, { className }, element);
}

/**
 * Renders what the last pages had to render by themselves. Called between two pages, for a rendering cannot stand inside
 * of another.
 * @param isWhole whether a text is all there is, and waits for no scripts
 */
export function keepStills(render: (element: ReactElement) => string, isWhole: (html: string) => boolean): void {
  if (kept.size > MAX_KEPT) kept.clear();
  for (const [key, element] of asked) {
    const text = render(element);
    if (isWhole(text)) kept.set(key, text);
  }
  asked.clear();
}
