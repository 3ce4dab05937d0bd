import { expect, test } from 'vitest';
import { isLoop, pathOf } from './redirect-path.ts';

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
