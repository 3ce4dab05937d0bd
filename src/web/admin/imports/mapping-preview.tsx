import { FIELD_RULES, IMPORT_FIELDS, type ImportField } from '#domain/import-fields.ts';
import { type ImportMapping, type RowReading, readMapping } from '#domain/import-mapping.ts';
import { type Column, DataTable } from '../shared/data-table.tsx';

/** Number of rows that fit side by side. */
const SHOWN_ROWS = 3;
/** Proportional to the number of rows: one long URL must not squeeze the other columns. */
const EQUAL_WIDTHS = ['', '', 'md:w-1/2', 'md:w-1/3'] as const;

interface MappingPreviewProps {
  mapping: ImportMapping;
  columns: readonly string[];
  sample: readonly (readonly string[])[];
}

/** Previews the first rows of the file, computed in the browser. */
export function MappingPreview({ mapping, columns, sample }: MappingPreviewProps) {
  const { usable, problems } = usableMapping(mapping, columns);
  const reading = readMapping(usable, columns);
  const rows = 'read' in reading ? sample.slice(0, SHOWN_ROWS).map(reading.read) : [];
  const fields = IMPORT_FIELDS.filter((field) => usable.fields[field]);
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="font-sans text-base font-semibold tracking-normal">
        The first rows as they would become
      </h2>
      {problems.length > 0 && (
        <ul className="mt-2 grid gap-1 text-muted text-small" aria-live="polite">
          {problems.map(({ field, message }) => (
            <li key={field}>
              <span className="font-semibold">{FIELD_RULES[field].label}:</span> {message}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && fields.length > 0 && (
        <div className="mt-4">
          <DataTable
            label="First rows"
            columns={[FIELD, ...rows.map(columnOf)]}
            rows={fields}
            idOf={(field) => field}
          />
        </div>
      )}
    </section>
  );
}

const FIELD: Column<ImportField> = {
  name: 'Field',
  className: 'md:whitespace-nowrap',
  cell: (field) => <span className="font-semibold">{FIELD_RULES[field].label}</span>,
};

const columnOf = (row: RowReading, index: number, rows: readonly RowReading[]): Column<ImportField> => ({
  name: `Row ${index + 1}`,
  className: EQUAL_WIDTHS[rows.length] ?? '',
  cell: (field) => <Cell field={field} row={row} />,
});

function Cell({ field, row: { values, problems } }: { field: ImportField; row: RowReading }) {
  const problem = problems.find((one) => one.field === field);
  if (problem) return <span className="text-danger wrap-anywhere">{problem.message}</span>;
  const text = shown(values[field]);
  return text === '' ? (
    <span className="text-muted">empty</span>
  ) : (
    <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>
  );
}

function shown(value: RowReading['values'][ImportField]): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : item.url)).join(', ');
  return Object.entries(value)
    .map(([name, fact]) => `${name}: ${fact}`)
    .join(', ');
}

/** Values that can be computed already, or their errors. */
function usableMapping(mapping: ImportMapping, columns: readonly string[]) {
  const reading = readMapping(mapping, columns);
  const problems = 'problems' in reading ? reading.problems : [];
  const bad = new Set(problems.map(({ field }) => field));
  const good = Object.entries(mapping.fields).filter(([field]) => !bad.has(field as ImportField));
  return { usable: { ...mapping, fields: Object.fromEntries(good) } as ImportMapping, problems };
}
