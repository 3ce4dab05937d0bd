import { expect, test } from 'vitest';
import { isSameJson } from './is-same-json.ts';

const HERO = { title: 'Summer', button: { to: '/products', label: 'Shop now' }, tags: ['new', 'sale'] };

test('the order of keys does not count, at any depth', () => {
  const stored = { tags: ['new', 'sale'], button: { label: 'Shop now', to: '/products' }, title: 'Summer' };
  expect(isSameJson([HERO, null], [stored, null])).toBe(true);
});

test.each([
  [HERO, { ...HERO, title: 'Winter' }],
  [HERO, { ...HERO, tags: ['sale', 'new'] }],
  [HERO, { ...HERO, button: { ...HERO.button, to: '/' } }],
  [HERO, { ...HERO, picture: null }],
  [HERO, null],
  [[], {}],
  [1, '1'],
])('%j differs from %j', (one, other) => {
  expect(isSameJson(one, other)).toBe(false);
});

test('a property without a value is the same as none', () => {
  expect(isSameJson({ title: 'Summer', picture: undefined }, { title: 'Summer' })).toBe(true);
});
