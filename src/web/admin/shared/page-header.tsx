import type { ReactNode } from 'react';
import { adminTitle } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';

interface PageHeaderProps {
  title: string;
  /** A line below the title. */
  children?: ReactNode;
  /** The pages between the dashboard and this one: `[['Products', '/admin/products']]`. */
  trail?: readonly (readonly [name: string, path: string])[];
  /** Buttons of the page, at its right. */
  actions?: ReactNode;
}

/** Where one is, the title and the page's own actions; each page of the back office starts with it. */
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

/** Title of a page's tab; the back office is no business of search engines. */
export const adminMeta = (title: string) => [{ title: adminTitle(title) }, { name: 'robots', content: 'noindex' }];
