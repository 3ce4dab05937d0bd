import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CachedFragment, cacheFragments } from './cached-fragment.tsx';

interface Facts {
  readonly siteName: string;
}

let renders = 0;

function Footer({ siteName }: Facts) {
  renders += 1;
  return createElement('p', null, siteName);
}

function renderPage(siteName: string): string {
  const footer = createElement(CachedFragment<Facts>, { as: 'footer', className: 'f', of: Footer, with: { siteName } });
  return renderToString(createElement('main', null, footer));
}

test('a fragment is rendered once for all pages, with the same HTML', () => {
  const first = renderPage('Lamps & more');
  cacheFragments(renderToString, () => true);
  const before = renders;
  expect(renderPage('Lamps & more')).toBe(first);
  expect(first).toBe('<main><footer class="f"><p>Lamps &amp; more</p></footer></main>');
  expect(renders).toBe(before);
});

test('another shop name is another fragment', () => {
  renderPage('Old name');
  cacheFragments(renderToString, () => true);
  expect(renderPage('New name')).toContain('New name');
});

test('HTML with a pending lazy component is not cached', () => {
  renderPage('Unfinished');
  cacheFragments(renderToString, () => false);
  const before = renders;
  renderPage('Unfinished');
  expect(renders).toBe(before + 1);
});
