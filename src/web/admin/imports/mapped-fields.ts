import { customColumn, keyOfColumn } from '#csv/import-custom.ts';
import { FIELD_RULES, IMPORT_FIELDS } from '#csv/import-fields.ts';
import { isNumeric, type MappedField, type Source } from '#csv/import-mapping.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import type { Mapping } from './imports-data.ts';

/** A field of the shop to which a file can be mapped. */
export interface MappableField {
  readonly name: MappedField;
  readonly label: string;
  readonly isNeeded: boolean;
  /** Whether it is computed by arithmetic; the others are put together from texts. */
  readonly isNumeric: boolean;
  readonly isFlag: boolean;
}

const CORE: readonly MappableField[] = IMPORT_FIELDS.map((name) => ({
  name,
  label: FIELD_RULES[name].label,
  isNeeded: FIELD_RULES[name].isNeeded,
  isNumeric: isNumeric(name),
  isFlag: FIELD_RULES[name].kind === 'flag',
}));

const mappable = (key: string, label: string, kind?: CustomField['kind']): MappableField => ({
  name: customColumn(key),
  label,
  isNeeded: false,
  isNumeric: kind === 'number',
  isFlag: kind === 'flag',
});

/** All fields, and the columns of the file that are meant for a custom field which is not defined. */
export function mappableFields(customFields: readonly CustomField[], { custom }: Mapping): readonly MappableField[] {
  const unknown = Object.keys(custom).filter((key) => !customFields.some((field) => field.key === key));
  return [
    ...CORE,
    ...customFields.map(({ key, label, kind }) => mappable(key, label, kind)),
    ...unknown.map((key) => mappable(key, customColumn(key))),
  ];
}

export function sourceOf({ fields, custom }: Mapping, name: MappedField): Source | undefined {
  const key = keyOfColumn(name);
  return key === undefined ? fields[name as keyof typeof fields] : custom[key];
}

/** The mapping with another source of a field; undefined: the field is left out. */
export function withSource(mapping: Mapping, name: MappedField, source: Source | undefined): Mapping {
  const key = keyOfColumn(name);
  if (key === undefined) {
    const { [name as keyof Mapping['fields']]: _, ...others } = mapping.fields;
    return { ...mapping, fields: source ? { ...others, [name]: source } : others };
  }
  const { [key]: _, ...others } = mapping.custom;
  return { ...mapping, custom: source ? { ...others, [key]: source } : others };
}

/** Where a refusal names the field. */
export function errorName(name: MappedField): string {
  const key = keyOfColumn(name);
  return key === undefined ? `fields.${name}` : `custom.${key}`;
}
