/**
 * Inputs with text that the browser cannot read, such as half a date. Their value is empty, as if nothing was entered:
 * saving it would remove what is stored.
 */
export const unreadableInputs = (root: ParentNode): HTMLInputElement[] =>
  [...root.querySelectorAll('input')].filter(({ validity }) => validity.badInput);

export const unreadableMessage = ({ type }: Pick<HTMLInputElement, 'type'>): string =>
  type === 'number' ? 'Please enter a number.' : 'Please enter a complete date.';
