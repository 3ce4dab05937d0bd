import { expect, test } from 'vitest';
import { findTests } from './find-tests.ts';

test('a word in the path selects files of both suites', () => {
  const { server, browser } = findTests(['import']);
  expect(server).toContain('src/server/features/imports/import-runs.test.ts');
  expect(browser).toContain('e2e/import.test.ts');
});

test('a folder outside the shop’s code selects its tests', () => {
  expect(findTests(['quality/']).server).toContain('quality/relevance/judgements.test.ts');
});

test('a path selects only its file', () => {
  expect(findTests(['./src/domain/money/money.test.ts'])).toEqual({
    server: ['src/domain/money/money.test.ts'],
    browser: [],
  });
});

test('an unmatched word selects nothing', () => {
  expect(findTests(['no-such-test-file'])).toEqual({ server: [], browser: [] });
});
