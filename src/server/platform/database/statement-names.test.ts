import { expect, test } from 'vitest';
import { createStatementNames, FORCE_CUSTOM_PLAN } from './statement-names.ts';

test('a statement keeps its name, and different statements have different ones', () => {
  const { nameOf } = createStatementNames();
  expect(nameOf('SELECT 1')).toBe(nameOf('SELECT 1'));
  expect(nameOf('SELECT 1')).not.toBe(nameOf('SELECT 2'));
});

test('a migration that several connections report renames all statements once', () => {
  const { nameOf, forget } = createStatementNames();
  const before = [nameOf('SELECT 1'), nameOf('SELECT 2')];
  forget(before[0] ?? '');
  const after = [nameOf('SELECT 1'), nameOf('SELECT 2')];
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  forget(before[1] ?? '');
  expect([nameOf('SELECT 1'), nameOf('SELECT 2')]).toEqual(after);
});

test('statements that are planned for their values, very long ones, and those beyond the limit are not named', () => {
  const { nameOf } = createStatementNames();
  expect(nameOf(`${FORCE_CUSTOM_PLAN} SELECT 1`)).toBeUndefined();
  expect(nameOf('SELECT 1'.padEnd(6_001))).toBeUndefined();
  for (let n = 0; n < 800; n += 1) expect(nameOf(`SELECT ${n}`)).toBeDefined();
  expect(nameOf('SELECT 801')).toBeUndefined();
  expect(nameOf('SELECT 0')).toBeDefined();
});
