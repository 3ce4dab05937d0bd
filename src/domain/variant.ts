type Options = Readonly<Record<string, string>>;

/** A variant is called by its options unless it has a name of its own: 'Mist / M'. */
export const variantName = ({
  name,
  options,
}: {
  readonly name?: string | undefined;
  readonly options: Options;
}): string => name || Object.values(options).join(' / ');

/** All variants of a product name the same options, in whatever order. */
export function namesSameOptions(one: Options, other: Options): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
}
