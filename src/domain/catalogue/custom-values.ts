import { grouped } from '#domain/grouped.ts';
import type { CustomChoice, CustomField } from './custom-fields.ts';

export const MAX_CUSTOM_TEXT = 500;
/** The search index stores numbers as thousandths in 32 bits. */
export const MAX_CUSTOM_NUMBER = 1_000_000;
const DECIMALS = 3;

/** A date is written as `2026-01-31`, a choice as its `value`. */
export type CustomValue = string | number | boolean;
export type CustomValues = Readonly<Record<string, CustomValue>>;
/** Null removes a value; omitted keys are unchanged. */
export type CustomValuesChange = Readonly<Record<string, CustomValue | null>>;

type Definition = Pick<CustomField, 'kind' | 'choices'>;

/**
 * Whether products of a category have the field.
 * @param category its id or its slug
 */
export function appliesTo({ category: own }: Pick<CustomField, 'category'>, category: number | string): boolean {
  const isMeant = ({ id, slug }: { readonly id: number; readonly slug: string }) =>
    id === category || slug === category;
  return own === null || isMeant(own) || own.below.some(isMeant);
}

/** Normalises a form value for storage: numbers and flags may be strings. An empty string is no value. */
export function customValueFrom({ kind }: Pick<CustomField, 'kind'>, given: CustomValue | null): CustomValue | null {
  if (typeof given !== 'string') return given;
  if (given === '') return null;
  if (kind === 'number' && /^-?\d{1,9}(\.\d+)?$/.test(given)) return Number(given);
  if (kind === 'flag' && (given === 'true' || given === 'false')) return given === 'true';
  return given;
}

const isRounded = (value: number): boolean => Number(value.toFixed(DECIMALS)) === value;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= MAX_CUSTOM_NUMBER && isRounded(value);

const DAY_MS = 86_400_000;

/** Days since 1970 of a date such as `2026-01-31`; undefined for anything else, such as February 30. */
export function dayNumber(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return undefined;
  return ms / DAY_MS;
}

const isDate = (value: unknown): boolean =>
  typeof value === 'string' && value >= '1000' && dayNumber(value) !== undefined;

/** Why a value is invalid, as a form message; undefined when valid. */
export function customValueProblem({ kind, choices }: Definition, value: unknown): string | undefined {
  switch (kind) {
    case 'text':
      if (typeof value !== 'string' || value === '') return 'Please enter a text.';
      return value.length > MAX_CUSTOM_TEXT ? `At most ${MAX_CUSTOM_TEXT} characters.` : undefined;
    case 'number':
      if (isNumber(value)) return undefined;
      return `Please enter a number with at most ${DECIMALS} decimals, up to ${grouped(MAX_CUSTOM_NUMBER)}.`;
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'Please choose yes or no.';
    case 'choice':
      return choices.some((choice) => choice.value === value) ? undefined : 'Please choose one of the list.';
    case 'date':
      return isDate(value) ? undefined : 'Please enter a date such as 2026-01-31.';
  }
}

/**
 * The valid stored value of a field. Undefined: none, of another kind, of a field of another category, or a removed
 * option. Such values stay stored, and are shown again when they become valid.
 */
export function customValueOf(
  field: CustomField,
  stored: CustomValuesChange,
  category: number | string,
): CustomValue | undefined {
  if (!Object.hasOwn(stored, field.key) || !appliesTo(field, category)) return undefined;
  const value = stored[field.key];
  if (value === undefined || value === null || customValueProblem(field, value) !== undefined) return undefined;
  return value;
}

/** The shown values of a product, in the order of the definitions. */
export function shownCustomValues(
  fields: readonly CustomField[],
  stored: CustomValuesChange,
  category: number | string,
): { readonly field: CustomField; readonly value: CustomValue }[] {
  return fields.flatMap((field) => {
    const value = customValueOf(field, stored, category);
    return value === undefined ? [] : { field, value };
  });
}

/** The stored values after a change. */
export function changedCustomValues(before: CustomValuesChange, change: CustomValuesChange): CustomValues {
  const values: Record<string, CustomValue> = {};
  for (const [key, value] of Object.entries({ ...before, ...change })) if (value !== null) values[key] = value;
  return values;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const choiceLabel = (choices: readonly CustomChoice[], value: unknown): string =>
  choices.find((choice) => choice.value === value)?.label ?? String(value);

/** A valid value as shoppers read it, such as `12.5 cm`, `Yes` or `January 31, 2026`. */
export function customText(
  { kind, choices, unit }: Definition & Pick<CustomField, 'unit'>,
  value: CustomValue,
): string {
  switch (kind) {
    case 'text':
      return String(value);
    case 'number':
      return `${Number(value).toLocaleString('en-US', { maximumFractionDigits: DECIMALS })}${unit && ` ${unit}`}`;
    case 'flag':
      return value === true ? 'Yes' : 'No';
    case 'choice':
      return choiceLabel(choices, value);
    case 'date':
      return longDate.format(new Date(`${value}T00:00:00Z`));
  }
}

/** A valid value as a CSV file has it. */
export function customCell({ kind, choices }: Definition, value: CustomValue | undefined): string {
  if (value === undefined) return '';
  if (kind === 'flag') return value === true ? 'yes' : 'no';
  return kind === 'choice' ? choiceLabel(choices, value) : String(value);
}
/** Thousandths, for numeric comparisons in the search index. */
export const thousandths = (value: number): number => Math.round(value * 10 ** DECIMALS);
export const fromThousandths = (value: number): number => value / 10 ** DECIMALS;

/** The reverse of `dayNumber`. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
