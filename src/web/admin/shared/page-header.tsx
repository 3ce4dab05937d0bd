import type { ReactNode } from 'react';
import { adminTitle } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';

interface PageHeaderProps {
  title: string;
  /** A line below the title. */
  children?: ReactNode;
  /** The breadcrumb between the dashboard and this page: `[['Products', '/admin/products']]`. */
  trail?: readonly (readonly [name: string, path: string])[];
  /** The page's buttons, on the right. */
  actions?: ReactNode;
}

/** Breadcrumb, title and actions at the top of every back office page. */
export function PageHeader({ title, children, trail = [], actions }: PageHeaderProps) {
  return (
    <div className="mb-6">
      <nav aria-label="Breadcrumb" className="mb-1 text-muted text-small print:hidden">
        <ol className="flex flex-wrap items-center wrap-anywhere">
          {[['Dashboard', '/admin'] as const, ...trail].map(([name, path]) => (
            <li key={path} className="crumb">
              <Link to={path} className="crumb-link">
                {name}
              </Link>
            </li>
          ))}
          <li className="crumb" aria-current="page">
            {title}
          </li>
        </ol>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h2 wrap-anywhere">{title}</h1>
          {children && <div className="mt-1 text-muted">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
    </div>
  );
}

/** Document title; back office pages are not indexed by search engines. */
export const adminMeta = (title: string) => [{ title: adminTitle(title) }, { name: 'robots', content: 'noindex' }];
