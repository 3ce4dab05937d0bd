import { expect, test } from 'vitest';
import { ADMIN_PARTS } from './admin-parts.ts';

test('each section of the back office has its own path and key', () => {
  expect(new Set(ADMIN_PARTS.map(({ path }) => path)).size).toBe(ADMIN_PARTS.length);
  expect(new Set(ADMIN_PARTS.map(({ key }) => key)).size).toBe(ADMIN_PARTS.length);
});

test('sections are in the specified order, then the shop’s own', () => {
  const asked = ['Dashboard', 'Products', 'Categories', 'Orders', 'Users', 'Analytics', 'Settings', 'Profile'];
  expect(ADMIN_PARTS.slice(0, asked.length).map(({ name }) => name)).toEqual(asked);
});
