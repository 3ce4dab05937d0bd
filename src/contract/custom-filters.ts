const PREFIX = 'custom.';
const NAME = /^custom\.[a-z][a-z0-9_]{0,39}(?:\.(?:min|max))?$/;
const MAX_VALUES = 100;
const MAX_LENGTH = 200;

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => (one === undefined || one === null ? [] : String(one).split(',')))
    .map((text) => text.trim().slice(0, MAX_LENGTH))
    .filter((text) => text !== '');

/**
 * Collects the filters by custom fields of an address, `custom.wood=oak,pine` or `custom.width.min=40`, by what follows
 * `custom.`. Several values stand behind commas or in several parameters.
 */
export function withCustomFilters<T extends object>(query: T): T & { custom: Readonly<Record<string, string[]>> } {
  const given = Object.entries(query).filter(([name]) => NAME.test(name));
  const custom = given.flatMap(([name, value]) => {
    const texts = textsOf(value).slice(0, MAX_VALUES);
    return texts.length > 0 ? [[name.slice(PREFIX.length), texts] as const] : [];
  });
  return { ...query, custom: Object.fromEntries(custom) };
}
