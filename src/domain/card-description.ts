import { descriptionLine } from './description.ts';

/** Storefront §2: length of the description on a product card. */
const CARD_DESCRIPTION_LENGTH = 100;

/**
 * The first 100 characters of a description, followed by an ellipsis if there are more. A character outside the basic
 * plane, such as most emoji, counts as one and is never cut in half.
 */
export function cardDescription(description: string): string {
  const line = descriptionLine(description);
  // Upper bound of UTF-16 units for the shown characters and one more.
  const characters = [...line.slice(0, 2 * (CARD_DESCRIPTION_LENGTH + 1))];
  if (characters.length <= CARD_DESCRIPTION_LENGTH) return line;
  return `${characters.slice(0, CARD_DESCRIPTION_LENGTH).join('').trimEnd()}…`;
}
