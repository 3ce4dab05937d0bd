import type { SpanOptions } from './tracing.ts';

const MAX_TEXT = 2_000;
const OPERATION = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/;
/** The first table that is read or written. */
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w]*)"?/i;

/** Describes a statement by its text, which contains no values: those are parameters. */
export function statementSpan(text: string): SpanOptions {
  const operation = (OPERATION.exec(text)?.[1] ?? 'statement').toUpperCase();
  const table = TABLE.exec(text)?.[1];
  return {
    kind: 'statement',
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
    details: { 'db.query.text': text.slice(0, MAX_TEXT) },
  };
}
