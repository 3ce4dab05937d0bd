import { useRef } from 'react';

type ChangeHandler = (event: { readonly target: { readonly value: string } }) => void;

/**
 * The slug of a new record follows its name until it is typed by hand, and again once it is emptied.
 * @param setSlug sets the slug for this name
 * @returns change handlers for the fields of the name and of the slug
 */
export function useSlugOfName(
  isNew: boolean,
  setSlug: (name: string) => void,
): { readonly onName: ChangeHandler; readonly onSlug: ChangeHandler } {
  const isByHand = useRef(false);
  return {
    onName: ({ target }) => {
      if (isNew && !isByHand.current) setSlug(target.value);
    },
    onSlug: ({ target }) => {
      isByHand.current = target.value !== '';
    },
  };
}
