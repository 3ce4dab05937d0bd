import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The rules of docs/plugins/back-office.md#texts. */
const FILES = globSync(['src/web/admin/**/*.tsx', 'plugins/**/*.tsx', 'examples/**/*.tsx']);

/** The texts that are specified (docs/conformance-back-office.md), and their counterparts for users. */
const SPECIFIED = [
  'Failed to fetch orders',
  'Failed to fetch users',
  'Failed to load dashboard data',
  'Error loading products',
  'Error loading categories',
];

const found = (pattern: RegExp): string[] =>
  FILES.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(pattern)].map(([text]) => `${path}: ${text}`));

test('what could not be loaded is said in one form, except for specified texts', () => {
  expect(FILES.length).toBeGreaterThan(200);
  const others = found(/(?:Failed to (?:fetch|load)|Error loading) [\w ]+/g).filter(
    (text) => !SPECIFIED.some((specified) => text.endsWith(`: ${specified}`)),
  );
  expect(others).toEqual([]);
});

test('headings for what could not be loaded have no full stop', () => {
  expect(found(/\b(?:failure|title)=["'{`]+[^"'`]*could not be loaded\.["'`]/g)).toEqual([]);
});

test('buttons that add something are in title case', () => {
  const buttons = found(/<Icon name="plus" \/> (?:Add|Create) [\w ]+/g);
  expect(buttons.length).toBeGreaterThan(10);
  expect(buttons.filter((text) => /(?:Add|Create)(?: [A-Z]\w*)* [a-z]/.test(text))).toEqual([]);
});
