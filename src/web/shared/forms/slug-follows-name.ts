type ChangeHandler = (event: { readonly target: { readonly value: string } }) => void;

interface NameAndSlug {
  /** An existing record keeps its slug. */
  readonly isNew: boolean;
  /** The values before the change. */
  readonly name: string;
  readonly slug: string;
  readonly slugOf: (name: string) => string;
  readonly setSlug: (slug: string) => void;
}

/**
 * The slug of a new record follows its name until it is typed by hand, and again once it is emptied.
 * @returns a change handler for the field of the name
 */
export const slugFollowsName =
  ({ isNew, name, slug, slugOf, setSlug }: NameAndSlug): ChangeHandler =>
  ({ target }) => {
    if (isNew && (slug === '' || slug === slugOf(name))) setSlug(slugOf(target.value));
  };
