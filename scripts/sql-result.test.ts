import { expect, test } from 'vitest';
import { formatResult } from './sql-result.ts';

test('rows are a table with a count below', () => {
  const result = {
    command: 'SELECT',
    rowCount: 2,
    fields: [{ name: 'id' }, { name: 'name' }],
    rows: [
      [1, 'Aria'],
      [12, null],
    ],
  };
  expect(formatResult(result)).toBe(' id | name\n----+------\n 1  | Aria\n 12 |\n(2 rows)');
});

test('a write says what it did and to how many rows', () => {
  expect(formatResult({ command: 'UPDATE', rowCount: 3, fields: [], rows: [] })).toBe('UPDATE 3');
});
