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

/** Not *New …*: what adds something is named alike everywhere. Attributes of a button are not its text. */
const otherThanTitleCase = (texts: readonly string[]) =>
  texts.filter((text) => /(?:^|\W)(?:New |(?:Add|Create)(?: [A-Z]\w*)* [a-z$])[^>]*$/.test(text));

test('buttons that add something are in title case', () => {
  const buttons = found(/(?:<Icon name="plus" \/> |<Button\b[^<]*>\s*|addLabel=")(?:Add|Create|New) [\w ]+/g);
  expect(buttons.length).toBeGreaterThan(15);
  expect(otherThanTitleCase(buttons.filter((text) => !text.endsWith('Add New Product')))).toEqual([]);
});

test('the dialogs and pages that they open, and the actions of the command palette, have the same names', () => {
  const titles = found(
    /<(?:\w*Dialog|PageHeader)\b[^>]*?\btitle=(?:"|\{.*?['`])(?:Add|Create|New) [^'"`]+(?:' : '[^']+)?/g,
  );
  expect(titles.length).toBeGreaterThan(10);
  expect(otherThanTitleCase(titles)).toEqual([]);
  const actions = found(/'(?:Add|Create|New) [\w ]+', 'plus'/g);
  expect(actions).toHaveLength(3);
  expect(otherThanTitleCase(actions)).toEqual([]);
});

test('what could not be loaded is named with its article', () => {
  const others = found(/['"`>][\w ]+ could not be loaded/g).filter(
    (text) => !/['"`>](?:The|This|Your) [\w ]+$/.test(text),
  );
  expect(others).toEqual([]);
});
