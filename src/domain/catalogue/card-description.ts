import { wordCut } from '../cut-text.ts';
import { descriptionLine } from './description.ts';

/** Storefront §2: length of the description on a product card. */
const CARD_DESCRIPTION_LENGTH = 100;

/** The words among the first 100 characters of a description, followed by an ellipsis if there are more. */
export function cardDescription(description: string): string {
  const line = descriptionLine(description);
  const end = wordCut(line, CARD_DESCRIPTION_LENGTH);
  return end === line.length ? line : `${line.slice(0, end)}…`;
}
