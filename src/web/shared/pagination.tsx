import { pageWindow } from '#domain/paging.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

interface PaginationProps {
  current: number;
  last: number;
  addressOf: (page: number) => string;
}

/** Links to the first and last page and those around the current one; nothing where there is one page. */
export function Pagination({ current, last, addressOf }: PaginationProps) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-14 flex flex-wrap items-center justify-center gap-1">
      {current > 1 && (
        <Link to={addressOf(current - 1)} rel="prev" aria-label="Previous page" className="icon-button">
          <Icon name="chevron-left" />
        </Link>
      )}
      {pageWindow(current, last).map((page, index) =>
        page === 'ellipsis' ? (
          // Of the two gaps that there can be, one is before the current page.
          <span key={index < 3 ? 'before' : 'after'} className="w-6 text-center text-muted">
            …
          </span>
        ) : (
          <Link
            key={page}
            to={addressOf(page)}
            aria-label={`Page ${page}`}
            aria-current={page === current ? 'page' : undefined}
            className="page-link"
          >
            {page}
          </Link>
        ),
      )}
      {current < last && (
        <Link to={addressOf(current + 1)} rel="next" aria-label="Next page" className="icon-button">
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
}
