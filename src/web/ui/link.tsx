import type { ComponentProps, MouseEvent } from 'react';
import { type NavigateOptions, useLocation } from 'react-router';

type Go = (to: string, options?: NavigateOptions) => unknown;

let router: Go | undefined;

/** Called by the root after hydration; until then the browser follows links by itself. */
export function setNavigate(navigate: Go): void {
  router = navigate;
}

/** Navigates to an address of the shop, such as `/cart`. */
export const go: Go = (to, options) => (router ? router(to, options) : location.assign(to));

interface LinkProps extends ComponentProps<'a'>, Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'> {
  /** An address of the shop, from its root. */
  to: string;
  /** The page is fetched anew, with its scripts. */
  reloadDocument?: boolean;
}

/**
 * A link within the shop. The router's own works out its address and follows the place at each rendering, by a dozen
 * hooks; a page has fifty links, and an eighth of its rendering went there. This one asks the router when it is clicked.
 */
export function Link({ to, replace, state, preventScrollReset = false, reloadDocument, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!router || reloadDocument || !isForThisPage(event)) return;
    event.preventDefault();
    // Where one is already, one does not go twice: Back leads on.
    const isHere = event.currentTarget.href === location.href;
    router(to, { replace: replace ?? isHere, state, preventScrollReset });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** A plain click that nobody has taken, neither for another tab nor for a file. */
function isForThisPage(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented, currentTarget } = event;
  const isForAnother = metaKey || altKey || ctrlKey || shiftKey || !['', '_self'].includes(currentTarget.target);
  return button === 0 && !isForAnother && !defaultPrevented;
}

/** A link to a section, which is marked while one is there or, unless it is the `end`, below it. */
export function SectionLink({ to, end, ...rest }: LinkProps & { end: boolean }) {
  const { pathname } = useLocation();
  const isThere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...rest} to={to} aria-current={isThere ? 'page' : undefined} />;
}
