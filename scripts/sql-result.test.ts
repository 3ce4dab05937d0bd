import { expect, test } from 'vitest';
import { formatResult } from './sql-result.ts';

test('rows are printed as a table with a count', () => {
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

test('a write prints its command and the number of rows', () => {
  expect(formatResult({ command: 'UPDATE', rowCount: 3, fields: [], rows: [] })).toBe('UPDATE 3');
});
