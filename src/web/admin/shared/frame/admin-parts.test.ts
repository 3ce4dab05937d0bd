import { expect, test } from 'vitest';
import { ADMIN_PARTS, withPluginParts } from './admin-parts.ts';

test('each section of the back office has its own path and key', () => {
  expect(new Set(ADMIN_PARTS.map(({ path }) => path)).size).toBe(ADMIN_PARTS.length);
  expect(new Set(ADMIN_PARTS.map(({ key }) => key)).size).toBe(ADMIN_PARTS.length);
});

test('sections are in the specified order, then the shop’s own', () => {
  const asked = ['Dashboard', 'Products', 'Categories', 'Orders', 'Users', 'Analytics', 'Settings', 'Profile'];
  expect(ADMIN_PARTS.slice(0, asked.length).map(({ name }) => name)).toEqual(asked);
});

test('what operates the shop comes last, below the parts of plug-ins', () => {
  const parts = withPluginParts([{ path: '/admin/reviews', name: 'Reviews', icon: 'star' }]).map(({ name }) => name);
  expect(parts.slice(-5)).toEqual(['Reviews', 'Outbox', 'Events', 'System', 'Audit log']);
});
