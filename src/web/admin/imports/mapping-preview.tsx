import { keyOfColumn } from '#csv/import-custom.ts';
import type { ImportField } from '#csv/import-fields.ts';
import { type MappedField, type RowReading, readMapping } from '#csv/import-mapping.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import type { Mapping } from './imports-data.ts';
import { type MappableField, sourceOf, withSource } from './mapped-fields.ts';

/** Number of rows that fit side by side. */
const SHOWN_ROWS = 3;
/** Proportional to the number of rows: one long URL must not squeeze the other columns. */
const EQUAL_WIDTHS = ['', '', 'md:w-1/2', 'md:w-1/3'] as const;

interface MappingPreviewProps {
  mapping: Mapping;
  columns: readonly string[];
  sample: readonly (readonly string[])[];
  /** All that can be mapped. */
  fields: readonly MappableField[];
  customFields: readonly CustomField[];
}

/** Previews the first rows of the file, computed in the browser. */
export function MappingPreview({ mapping, columns, sample, fields, customFields }: MappingPreviewProps) {
  const { usable, problems } = usableMapping(mapping, columns, customFields);
  const reading = readMapping(usable, columns, customFields);
  const rows = 'read' in reading ? sample.slice(0, SHOWN_ROWS).map(reading.read) : [];
  const mapped = fields.filter(({ name }) => sourceOf(usable, name));
  const labelOf = (name: MappedField) => fields.find((field) => field.name === name)?.label ?? name;
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="font-sans text-base font-semibold tracking-normal">
        Preview of the first rows
      </h2>
      {problems.length > 0 && (
        <ul className="mt-2 grid gap-1 text-muted text-small" aria-live="polite">
          {problems.map(({ field, message }) => (
            <li key={field}>
              <span className="font-semibold">{labelOf(field)}:</span> {message}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && mapped.length > 0 && (
        <div className="mt-4">
          <DataTable
            label="First rows"
            columns={[FIELD, ...rows.map(columnOf)]}
            rows={mapped}
            idOf={({ name }) => name}
          />
        </div>
      )}
    </section>
  );
}

const FIELD: Column<MappableField> = {
  name: 'Field',
  className: 'md:whitespace-nowrap',
  cell: ({ label }) => <span className="font-semibold">{label}</span>,
};

const columnOf = (row: RowReading, index: number, rows: readonly RowReading[]): Column<MappableField> => ({
  name: `Row ${index + 1}`,
  className: EQUAL_WIDTHS[rows.length] ?? '',
  cell: ({ name }) => <Cell field={name} row={row} />,
});

function Cell({ field, row: { values, problems } }: { field: MappedField; row: RowReading }) {
  const key = keyOfColumn(field);
  const problem = problems.find((one) => one.field === field);
  if (problem) return <span className="text-danger wrap-anywhere">{problem.message}</span>;
  const text = key === undefined ? shown(values[field as ImportField]) : shownCustom(values.custom?.[key]);
  return text === '' ? (
    <span className="text-muted">empty</span>
  ) : (
    <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>
  );
}

function shownCustom(value: string | number | boolean | null | undefined): string {
  return typeof value === 'boolean' ? shown(value) : String(value ?? '');
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
function usableMapping(mapping: Mapping, columns: readonly string[], customFields: readonly CustomField[]) {
  const reading = readMapping(mapping, columns, customFields);
  const problems = 'problems' in reading ? reading.problems : [];
  const usable = problems.reduce((rest, { field }) => withSource(rest, field, undefined), mapping);
  return { usable, problems };
}
