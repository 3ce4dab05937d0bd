import { expect, test } from 'vitest';
import { PAGES, pagesWhere, pathPattern, privateSections } from './pages.ts';

test('sections that need a login are named once each', () => {
  expect(privateSections()).toEqual(['/checkout', '/order-success', '/dashboard', '/admin']);
});

test('pages kept for offline use match with their parameters, and nothing below them', () => {
  const kept = new RegExp(pathPattern(pagesWhere(({ offline }) => offline === true)));
  for (const path of ['/', '/cart', '/faq', '/products', '/products/red-lamp', '/products/category/2'])
    expect(path).toMatch(kept);
  for (const path of ['/checkout', '/login', '/products/1/reviews', '/cart/1', '/dashboard', '/admin/products'])
    expect(path).not.toMatch(kept);
});

test('nothing that needs a login is in the sitemap or kept for offline use', () => {
  const exposed = pagesWhere(({ access, inSitemap, offline }) => access !== 'public' && Boolean(inSitemap || offline));
  expect(exposed).toEqual([]);
});

test('a page in the sitemap has one address', () => {
  const patterns = pagesWhere(({ inSitemap }) => inSitemap === true).filter((path) => /[:*]/.test(path));
  expect(patterns).toEqual([]);
  expect(Object.keys(PAGES)).toContain('/');
});
