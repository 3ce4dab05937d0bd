import { appendFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Appends the prepared statements that tests run to the file in RECORD_STATEMENTS, one JSON string per line. Each
 * release records its own for `released-statements.test.ts` of the next one: see docs/operators.md.
 */
const file = process.env.RECORD_STATEMENTS;
const recorded = new Set<string>();
const { query } = pg.Client.prototype;
const isRecording = Symbol.for('stoa.records-statements');

if (file !== undefined && !Reflect.has(query, isRecording)) {
  const record = function (this: pg.Client, ...args: unknown[]): unknown {
    const [statement] = args as [{ readonly name?: string; readonly text?: string } | string];
    if (typeof statement === 'object' && statement.name && statement.text && !recorded.has(statement.text)) {
      recorded.add(statement.text);
      appendFileSync(file, `${JSON.stringify(statement.text)}\n`);
    }
    return Reflect.apply(query, this, args);
  };
  Reflect.set(record, isRecording, true);
  Reflect.set(pg.Client.prototype, 'query', record);
}
