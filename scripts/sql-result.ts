interface SqlResult {
  readonly command: string | null;
  readonly rowCount: number | null;
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

const show = (value: unknown): string => {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A result formatted like psql's: a table with a row count, or the command and the number of changed rows. */
export function formatResult({ command, rowCount, fields, rows }: SqlResult): string {
  if (fields.length === 0) return [command, rowCount].filter((part) => part !== null).join(' ');
  const table = [fields.map(({ name }) => name), ...rows.map((row) => row.map(show))];
  const widths = fields.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => ` ${cell.padEnd(widths[column] ?? 0)} `)
      .join('|')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+');
  return [lines[0], rule, ...lines.slice(1), `(${rows.length} row${rows.length === 1 ? '' : 's'})`].join('\n');
}
