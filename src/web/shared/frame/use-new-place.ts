import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { auth } from '#web/shared/auth/auth-state.ts';

/** Navigating elsewhere instead of logging in discards the remembered action. */
const TOWARDS_LOGIN = /^\/(login|register|forgot-password|reset-password|terms|privacy)/;

/** The last place in this tab. Outside the component: checkout and back office have frames of their own. */
let lastPlace: string | undefined;

interface NewPlaceOptions {
  /** The focus stays in the pager of a list. */
  readonly keepsPagerFocused?: boolean;
}

/**
 * After navigation, also between list pages, the focus moves to the top, and the page's name is announced.
 * @returns the text for the frame's live region
 */
export function useNewPlace(
  main: RefObject<HTMLElement | null>,
  { keepsPagerFocused = false }: NewPlaceOptions = {},
): string {
  const { pathname, search } = useLocation();
  const place = keepsPagerFocused ? pathname : `${pathname} ${new URLSearchParams(search).get('page')}`;
  const [announcement, setAnnouncement] = useState('');

  // Together with the page, not afterwards, and not away from a field that stayed: somebody may be typing.
  useLayoutEffect(() => {
    const isFirst = lastPlace === undefined;
    if (lastPlace === place) return;
    lastPlace = place;
    if (isFirst) return;
    if (!document.activeElement?.matches('input, select, textarea')) main.current?.focus({ preventScroll: true });
    setAnnouncement(document.title);
    // After the login, the item stays until it has been added to the cart, which may take a second attempt.
    if (!TOWARDS_LOGIN.test(pathname) && !auth.read().isAuthenticated) {
      void import('#web/shared/cart/pending-item.ts').then((cart) => cart.clearPendingItem());
    }
  }, [place, pathname, main]);

  return announcement;
}
