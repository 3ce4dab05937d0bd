import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { CachedFragment, createFragmentCache, setFragmentRenderer } from './cached-fragment.tsx';

interface FooterProps {
  readonly siteName: string;
}

let renders = 0;

beforeEach(() => setFragmentRenderer(renderToString));

function Footer({ siteName }: FooterProps) {
  renders += 1;
  return createElement('p', null, siteName);
}

function renderPage(siteName: string): string {
  const footer = createElement(CachedFragment<FooterProps>, {
    as: 'footer',
    className: 'f',
    of: Footer,
    with: { siteName },
  });
  return renderToString(createElement('main', null, footer, createElement('i')));
}

test('a fragment is rendered once for all pages, with the same HTML', () => {
  const before = renders;
  const first = renderPage('Lamps & more');
  expect(renderPage('Lamps & more')).toBe(first);
  expect(first).toBe('<main><footer class="f"><p>Lamps &amp; more</p></footer><i></i></main>');
  expect(renders).toBe(before + 1);
});

test('another shop name is another fragment', () => {
  renderPage('Old name');
  expect(renderPage('New name')).toContain('New name');
});

test('HTML with a pending lazy component is not cached', () => {
  setFragmentRenderer(() => null);
  const before = renders;
  const pages = [renderPage('Unfinished'), renderPage('Unfinished')];
  expect(pages).toEqual(Array(2).fill('<main><footer class="f"><p>Unfinished</p></footer><i></i></main>'));
  expect(renders).toBe(before + 2);
});

test('evicts the least recently used fragments', () => {
  const cache = createFragmentCache(30);
  const rendered: string[] = [];
  const use = (key: string) =>
    cache.htmlOf(key, (): ReactElement => {
      rendered.push(key);
      return createElement('b', null, key);
    });
  // Each takes 9 characters, including its key.
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) expect(use(key)).toBe(`<b>${key}</b>`);
  expect(rendered).toEqual(['a', 'b', 'c', 'd', 'b']);
});
