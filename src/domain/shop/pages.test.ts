import { expect, test } from 'vitest';
import { PAGES, pagesWhere, pathPattern, privateSections } from './pages.ts';

test('sections that require a login are listed once each', () => {
  expect(privateSections()).toEqual(['/checkout', '/order-success', '/dashboard', '/admin']);
});

test('offline pages match with their parameters, and no paths below them', () => {
  const kept = new RegExp(pathPattern(pagesWhere(({ offline }) => offline === true)));
  for (const path of ['/', '/cart', '/faq', '/products', '/products/red-lamp', '/products/category/2'])
    expect(path).toMatch(kept);
  for (const path of ['/checkout', '/login', '/products/1/reviews', '/cart/1', '/dashboard', '/admin/products'])
    expect(path).not.toMatch(kept);
});

test('an optional parameter may be left out', () => {
  const pattern = new RegExp(pathPattern(['/help/:topic?']));
  for (const path of ['/help', '/help/returns']) expect(path).toMatch(pattern);
  for (const path of ['/help/returns/1', '/helpers']) expect(path).not.toMatch(pattern);
});

test('no page that requires a login is in the sitemap or offline', () => {
  const exposed = pagesWhere(({ access, inSitemap, offline }) => access !== 'public' && Boolean(inSitemap || offline));
  expect(exposed).toEqual([]);
});

test('a page in the sitemap has a fixed path', () => {
  const patterns = pagesWhere(({ inSitemap }) => inSitemap === true).filter((path) => /[:*]/.test(path));
  expect(patterns).toEqual([]);
  expect(Object.keys(PAGES)).toContain('/');
});
