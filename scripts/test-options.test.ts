import { expect, test } from 'vitest';
import { readTestOptions } from './test-options.ts';

test('npm test takes parts of paths, a part of a test name, and --headed', () => {
  expect(readTestOptions(['money', 'e2e/buy', '-t', 'declined', '--headed'])).toEqual({
    patterns: ['money', 'e2e/buy'],
    testNamePattern: 'declined',
    isHeaded: true,
    isStatic: false,
    isHelp: false,
  });
});

test('an unknown option of npm test is refused with the ones that exist', () => {
  expect(() => readTestOptions(['--watch'])).toThrow(/^Unknown option '--watch'\.\n\nnpm test /);
  expect(readTestOptions(['--help']).isHelp).toBe(true);
});
