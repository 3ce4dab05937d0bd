import type { ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';

interface MenuLinkProps {
  /** A path of the shop, or an address outside of it. */
  to: string;
  className: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A link that a merchant entered. */
export function MenuLink({ to, className, isCurrent, children }: MenuLinkProps) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
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
