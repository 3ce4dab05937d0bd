import { MAX_CUSTOM_TEXT } from '#domain/catalogue/custom-values.ts';
import { optionKey } from '#domain/catalogue/option-values.ts';
import { cutText } from '#domain/cut-text.ts';

const CUSTOM = 'custom.';
const FIELD_NAME = /^(?:custom|field)\.[a-z][a-z0-9_]{0,39}(?:\.(?:min|max))?$/;
const MAX_VALUES = 100;
/** Stored values contain none, and PostgreSQL refuses NUL. */
const CONTROL = /\p{Cc}/gu;

const OPTION = 'option.';
const OPTION_NAME = /^option\..{1,60}$/;
/** Options that can be filtered by at once, and values of each. */
const MAX_OPTIONS = 8;
const MAX_OPTION_VALUES = 50;

const textsOf = (value: unknown, separator = ','): string[] =>
  [value]
    .flat()
    .flatMap((one) => (one === undefined || one === null ? [] : String(one).split(separator)))
    .map((text) => cutText(text.trim(), MAX_CUSTOM_TEXT).replace(CONTROL, ' ').toWellFormed())
    .filter((text) => text !== '');

/** Filters of a list whose names come from the shop's data, so the schema does not declare them. */
export interface NamedFilters {
  /** By key: for a custom field, the part after `custom.`; for a product field, the whole parameter name. */
  readonly custom: Readonly<Record<string, string[]>>;
  /** By options of variants. */
  readonly options: readonly { readonly key: string; readonly values: readonly string[] }[];
}

type Parameter = readonly [name: string, value: unknown];

function optionFilters(parameters: readonly Parameter[]): NamedFilters['options'] {
  return parameters
    .filter(([name]) => OPTION_NAME.test(name))
    .map(([name, value]) => ({
      key: optionKey(name.slice(OPTION.length)),
      values: [...new Set(textsOf(value).map(optionKey))].filter((one) => one !== '').slice(0, MAX_OPTION_VALUES),
    }))
    .filter(({ key, values }) => key !== '' && values.length > 0)
    .slice(0, MAX_OPTIONS);
}

/** Texts of product fields can contain commas, so they are separated by line breaks or repeated parameters. */
function fieldFilter([name, value]: Parameter): (readonly [key: string, texts: string[]])[] {
  const isCustom = name.startsWith(CUSTOM);
  const texts = textsOf(value, isCustom ? ',' : '\n').slice(0, MAX_VALUES);
  return texts.length > 0 ? [[isCustom ? name.slice(CUSTOM.length) : name, texts]] : [];
}

/**
 * Collects the named filters of an address: by custom fields (`custom.wood=oak,pine`, `custom.width.min=40`), by product fields
 * (`field.material=Oak`) and by options of variants (`option.colour=blue,red`). Parameters can be repeated. Values are also separated
 * by commas, except those of product fields. A comma in the text of a custom field is escaped (`escapeFilterText`).
 * @param declared the parameters that were validated; all others are dropped, except these kinds
 */
export function withNamedFilters<T extends object>(query: T, declared: readonly string[]): T & NamedFilters {
  // Most lists have none.
  const named = Object.entries(query).filter(([name]) => name.includes('.'));
  const custom = named.filter(([name]) => FIELD_NAME.test(name)).flatMap(fieldFilter);
  const kept = Object.fromEntries(Object.entries(query).filter(([name]) => declared.includes(name))) as T;
  return { ...kept, custom: Object.fromEntries(custom), options: optionFilters(named) };
}
