import { expect, test } from 'vitest';
import { findTests } from './find-tests.ts';

test('a word in the path picks files of both suites', () => {
  const { server, browser } = findTests(['import']);
  expect(server).toContain('src/server/features/imports/import-runs.test.ts');
  expect(browser).toContain('e2e/import.test.ts');
});

test('a path picks its file alone', () => {
  expect(findTests(['./src/domain/money.test.ts'])).toEqual({ server: ['src/domain/money.test.ts'], browser: [] });
});

test('a word that no path contains picks nothing', () => {
  expect(findTests(['no-such-test-file'])).toEqual({ server: [], browser: [] });
});
