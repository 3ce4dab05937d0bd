import { shortenText } from '#domain/cut-text.ts';

/** A cell in a message. */
export const quoted = (text: string): string => `“${shortenText(text, 60)}”`;

const YES: readonly string[] = ['yes', 'true', '1', 'y', 'on', 'active'];
const NO: readonly string[] = ['no', 'false', '0', 'n', 'off', 'inactive'];

/** @returns undefined for anything but yes or no. */
export function flagOfCell(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}
