type Options = Readonly<Record<string, string>>;

/** The name of a variant: its own, or its options: 'Mist / M'. */
export const variantName = ({
  name,
  options,
}: {
  readonly name?: string | undefined;
  readonly options: Options;
}): string => name || Object.values(options).join(' / ');

/** Whether both have the same options with the same values, in any order. */
export const hasSameOptions = (one: Options, other: Options): boolean =>
  namesSameOptions(one, other) && Object.entries(one).every(([name, value]) => other[name] === value);

/** The options in the order of `names`; others follow unchanged. */
export function inOptionOrder(options: Options, names: readonly string[]): Options {
  const known = names.flatMap((name) => (Object.hasOwn(options, name) ? [[name, options[name] ?? '']] : []));
  return { ...Object.fromEntries(known), ...options };
}

/** All variants of a product have the same options, in any order. */
export function namesSameOptions(one: Options, other: Options): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
}
