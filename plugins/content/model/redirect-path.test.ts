import { expect, test } from 'vitest';
import { isLoop, pathOf, withQueryOf } from './redirect-path.ts';

test.each([
  ['/old/', '/old'],
  ['/old?utm=1#top', '/old'],
  ['/caf%C3%A9', '/café'],
  ['/100%', '/100%'],
  ['/', '/'],
])('%s is the address %s', (address, path) => expect(pathOf(address)).toBe(path));

test('a redirect that leads back through others is a loop', () => {
  const next = new Map([
    ['/b', '/c?x=1'],
    ['/c', '/a'],
  ]);
  const following = (path: string) => next.get(path);
  expect(isLoop('/a', '/b', following)).toBe(true);
  expect(isLoop('/a', '/a/', following)).toBe(true);
  expect(isLoop('/d', '/b', following)).toBe(false);
});

test.each([
  ['/a?x=1', '/b', '/b?x=1'],
  ['/a?x=1', '/b?y=2', '/b?y=2'],
  ['/a?x=1#top', '/b#prices', '/b?x=1#prices'],
  ['/a', '/b#what?', '/b#what?'],
])('%s redirected to %s leads to %s', (address, target, expected) =>
  expect(withQueryOf(address, target)).toBe(expected),
);
