type Options = Readonly<Record<string, string>>;

/** Whether the options of a variant match a choice, which may be incomplete. */
export const matchesChoice = (options: Options, choice: Options): boolean =>
  Object.entries(choice).every(([name, value]) => options[name] === value);
