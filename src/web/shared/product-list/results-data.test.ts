import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { withoutInvalidParameters } from './results-data.ts';

const usable = (address: string, ...refused: string[]) => {
  const errors = Object.fromEntries(refused.map((name) => [name, ['Not valid.']]));
  return withoutInvalidParameters(
    new URL(address, 'https://shop.test'),
    new ApiError('Not valid.', { status: 422, errors }),
  );
};

test('removes the parameters that the API refuses, and encodes the others like links of the list', () => {
  expect(usable('/products?search=desk%20lamp&sortBy=unknown&ref=a%26b', 'sortBy')).toBe(
    '/products?search=desk%20lamp&ref=a%26b',
  );
  expect(usable('/products?field.weight.min=heavy&field.weight.max=9', 'field.weight.min')).toBe(
    '/products?field.weight.max=9',
  );
  expect(usable('/products?page=9999999', 'page')).toBe('/products');
  expect(usable('/products/category/shoes', 'category')).toBeNull();
});

test.each([
  ['minPrice', 'maxPrice', '90', '20'],
  ['minPrice', 'maxPrice', '100', '20.5'],
  ['custom.width.min', 'custom.width.max', '90', '20'],
  ['field.weight.min', 'field.weight.max', '9', '-2'],
  ['custom.made.min', 'custom.made.max', '2026-05-01', '2026-04-30'],
])('keeps a range whose %s is above its %s, so that the list can report it', (lowest, highest, low, high) => {
  const search = new URLSearchParams({ [lowest]: low, [highest]: high });
  expect(usable(`/products?${search}`, lowest)).toBeNull();
  search.set(lowest, 'unknown');
  expect(usable(`/products?${search}`, lowest)).toBe(`/products?${highest}=${high}`);
});

test('in the browser, limits stay because they may be half typed', () => {
  vi.stubEnv('SSR', false);
  onTestFinished(() => void vi.unstubAllEnvs());
  const given = '/products?custom.width.min=0.12345&maxPrice=1e3&sortBy=unknown';
  const refused = ['custom.width.min', 'maxPrice', 'sortBy'];
  expect(usable(given, ...refused)).toBe('/products?custom.width.min=0.12345&maxPrice=1e3');
});
