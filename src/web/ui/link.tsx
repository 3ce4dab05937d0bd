import type { ComponentProps, MouseEvent } from 'react';
import type { NavigateOptions } from 'react-router';

type Navigate = (to: string, options?: NavigateOptions) => unknown;

let router: Navigate | undefined;

/** Called by the root after hydration; until then the browser follows links natively. */
export function setNavigate(to: Navigate): void {
  router = to;
}

/** Navigates to a path of the shop, such as `/cart`. */
export const navigate: Navigate = (to, options) => (router ? router(to, options) : location.assign(to));

export interface LinkProps
  extends ComponentProps<'a'>,
    Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'> {
  /** An absolute path of the shop. */
  to: string;
  /** Forces a document load. */
  reloadDocument?: boolean;
  /** Animates what both pages show (catalogue.css), if the browser supports view transitions. */
  viewTransition?: boolean;
}

/** The router warns about browsers without the API. */
const canMove = () => 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A link within the shop. React Router's own `Link` resolves its URL and subscribes to the location with a dozen hooks;
 * with fifty links per page, that was an eighth of the rendering time. This one calls the router when it is clicked.
 */
export function Link(props: LinkProps) {
  const { to, replace, state, preventScrollReset = false, reloadDocument, viewTransition, onClick, ...rest } = props;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!router || reloadDocument || !isForThisPage(event)) return;
    event.preventDefault();
    // A click on the current URL replaces the history entry.
    const isHere = event.currentTarget.href === location.href;
    router(to, {
      replace: replace ?? isHere,
      state,
      preventScrollReset,
      viewTransition: viewTransition === true && canMove(),
    });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** A plain click that nobody has handled, without modifier keys or download. */
function isForThisPage(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented, currentTarget } = event;
  const isForAnother = metaKey || altKey || ctrlKey || shiftKey || !['', '_self'].includes(currentTarget.target);
  return button === 0 && !isForAnother && !defaultPrevented;
}
