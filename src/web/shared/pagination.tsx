import { pageWindow } from '#domain/paging.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

export interface PaginationProps {
  current: number;
  last: number;
  addressOf: (page: number) => string;
}

/** Links to the first, last and neighbouring pages; renders nothing for a single page. */
export function Pagination({ current, last, addressOf }: PaginationProps) {
  if (last <= 1) return null;
  const places = pageWindow(current, last);
  /** The outermost page before an ellipsis, hidden on phones. */
  const isFar = (page: number, index: number) =>
    Math.abs(page - current) > 1 && [places[index - 1], places[index + 1]].includes('ellipsis');
  return (
    <nav aria-label="Pages" className="pager">
      {current > 1 && (
        <Link to={addressOf(current - 1)} rel="prev" aria-label="Previous page" className="icon-button">
          <Icon name="chevron-left" />
        </Link>
      )}
      {places.map((page, index) =>
        page === 'ellipsis' ? (
          // There are at most two gaps; one of them is before the current page.
          <span key={index < 3 ? 'before' : 'after'} className="pager-gap">
            …
          </span>
        ) : (
          <Link
            key={page}
            to={addressOf(page)}
            aria-label={`Page ${page}`}
            aria-current={page === current ? 'page' : undefined}
            className={page !== 1 && page !== last && isFar(page, index) ? 'page-link max-sm:hidden' : 'page-link'}
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
