import { descriptionLine } from './description.ts';

/** Storefront §2: how much of a description a product card shows. */
const CARD_DESCRIPTION_LENGTH = 100;

/**
 * The first 100 characters of a description, followed by an ellipsis when there is more. A character outside the basic
 * plane, such as most emoji, counts as one and is never cut in half.
 */
export function cardDescription(description: string): string {
  const line = descriptionLine(description);
  // No more than this many UTF-16 units can be in the characters shown and the one that tells there is more.
  const characters = [...line.slice(0, 2 * (CARD_DESCRIPTION_LENGTH + 1))];
  if (characters.length <= CARD_DESCRIPTION_LENGTH) return line;
  return `${characters.slice(0, CARD_DESCRIPTION_LENGTH).join('').trimEnd()}…`;
}
