import { optionKey } from '#domain/option-values.ts';

const CUSTOM = 'custom.';
const CUSTOM_NAME = /^custom\.[a-z][a-z0-9_]{0,39}(?:\.(?:min|max))?$/;
const MAX_VALUES = 100;
const MAX_LENGTH = 200;

const OPTION = 'option.';
const OPTION_NAME = /^option\..{1,60}$/;
/** Options that can be filtered by at once, and values of each. */
const MAX_OPTIONS = 8;
const MAX_OPTION_VALUES = 50;

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => (one === undefined || one === null ? [] : String(one).split(',')))
    .map((text) => text.trim().slice(0, MAX_LENGTH))
    .filter((text) => text !== '');

/** Filters of a list whose names only the shop's own data tells. */
export interface NamedFilters {
  /** By custom fields, by what follows `custom.`. */
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

/**
 * Collects the filters by custom fields of an address, `custom.wood=oak,pine` or `custom.width.min=40`, and those by
 * options of variants, `option.colour=blue,red`. Several values stand behind commas or in several parameters.
 * @param declared the parameters that were validated; all others are dropped, except these two kinds
 */
export function withNamedFilters<T extends object>(query: T, declared: readonly string[]): T & NamedFilters {
  // Most lists have none.
  const named = Object.entries(query).filter(([name]) => name.includes('.'));
  const given = named.filter(([name]) => CUSTOM_NAME.test(name));
  const custom = given.flatMap(([name, value]) => {
    const texts = textsOf(value).slice(0, MAX_VALUES);
    return texts.length > 0 ? [[name.slice(CUSTOM.length), texts] as const] : [];
  });
  const kept = Object.fromEntries(Object.entries(query).filter(([name]) => declared.includes(name))) as T;
  return { ...kept, custom: Object.fromEntries(custom), options: optionFilters(named) };
}
