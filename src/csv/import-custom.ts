import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { type CustomValue, customValueProblem } from '#domain/catalogue/custom-values.ts';
import { flagOfCell, quoted } from './import-cells.ts';
import { type DecimalSign, type FormulaProblem, plainNumber } from './import-formula.ts';

/** The column of a custom field in CSV files, such as `custom:material`; also the name of the field in an import. */
export type CustomColumn = `custom:${string}`;

const PREFIX = 'custom:';

export const customColumn = (key: string): CustomColumn => `${PREFIX}${key}`;

/** The key of a column's custom field; undefined for any other column. */
export const keyOfColumn = (column: string): string | undefined =>
  column.startsWith(PREFIX) ? column.slice(PREFIX.length) : undefined;

function cellValue({ kind, choices }: CustomField, text: string, decimal: DecimalSign): CustomValue {
  const word = text.toLowerCase();
  switch (kind) {
    case 'text':
    case 'date':
      return text;
    case 'number':
      return Number(plainNumber(text, decimal) ?? Number.NaN);
    case 'flag':
      return flagOfCell(text) ?? text;
    case 'choice':
      return choices.find(({ label, value }) => label.toLowerCase() === word || value === word)?.value ?? text;
  }
}

/** Parses a cell of a custom field; a choice is named by its label or value. An empty cell is null: no value. */
export function readCustomCell(
  field: CustomField,
  text: string,
  decimal: DecimalSign,
): { readonly value: CustomValue | null } | FormulaProblem {
  if (text === '') return { value: null };
  const value = cellValue(field, text, decimal);
  const problem = customValueProblem(field, value);
  return problem === undefined ? { value } : { problem: `${quoted(text)}: ${problem}` };
}
