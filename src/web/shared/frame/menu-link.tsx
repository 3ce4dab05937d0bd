import type { ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';

interface MenuLinkProps {
  /** A path of the shop, or an address outside of it. */
  to: string;
  className: string;
  children: ReactNode;
}

/** A link that a merchant entered. */
export function MenuLink({ to, className, children }: MenuLinkProps) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} rel="noopener" className={className}>
      {children}
    </a>
  );
}
