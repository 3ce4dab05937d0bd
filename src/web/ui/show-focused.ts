import type { FocusEvent } from 'react';

/**
 * For `onFocus` in a horizontal scroller: browsers leave a partly visible focused entry as it is, this scrolls it fully
 * into view.
 */
export function showFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
