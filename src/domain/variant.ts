type Options = Readonly<Record<string, string>>;

/** A variant is called by its options unless it has a name of its own: 'Mist / M'. */
export const variantName = ({
  name,
  options,
}: {
  readonly name?: string | undefined;
  readonly options: Options;
}): string => name || Object.values(options).join(' / ');

/** Whether both name the same options with the same values, in whatever order. */
export const hasSameOptions = (one: Options, other: Options): boolean =>
  namesSameOptions(one, other) && Object.entries(one).every(([name, value]) => other[name] === value);

/** The options with those named first in the order of the names; the others follow as they are. */
export function inOptionOrder(options: Options, names: readonly string[]): Options {
  const known = names.flatMap((name) => (Object.hasOwn(options, name) ? [[name, options[name] ?? '']] : []));
  return { ...Object.fromEntries(known), ...options };
}

/** All variants of a product name the same options, in whatever order. */
export function namesSameOptions(one: Options, other: Options): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
}
