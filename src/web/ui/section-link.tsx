import { useLocation } from 'react-router';
import { Link, type LinkProps } from './link.tsx';

/** A navigation link, marked as current on its page and, unless `end` is set, below it. */
export function SectionLink({ to, end, ...rest }: LinkProps & { end: boolean }) {
  const { pathname } = useLocation();
  const isThere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...rest} to={to} aria-current={isThere ? 'page' : undefined} />;
}
