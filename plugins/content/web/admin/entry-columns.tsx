import type { Column } from '#plugin/admin';
import { buttonClass, DateTime, Link } from '#plugin/web';
import type { ListedPage } from '../../page-contract.ts';
import type { EntryKind } from './entry-kinds.ts';
import { PageStatusBadge } from './page-status.tsx';

/** What lists show of both pages and posts. */
type ListedEntry = Pick<ListedPage, 'id' | 'title' | 'slug' | 'status' | 'updated_at'>;

/** The columns that the lists of pages and of posts share. */
export const entryColumns = ({ noun, list, path }: EntryKind) =>
  ({
    title: {
      name: 'Title',
      className: 'stretch',
      cell: ({ id, title }) => (
        <Link to={`${list}/${id}`} className="block max-w-110 truncate font-semibold hover:underline" dir="auto">
          {title}
        </Link>
      ),
    },
    status: { name: 'Status', cell: ({ status }) => <PageStatusBadge status={status} /> },
    changed: {
      name: 'Changed',
      className: 'md:whitespace-nowrap',
      cell: ({ updated_at }) => <DateTime at={updated_at} />,
    },
    actions: {
      name: 'Actions',
      cell: ({ id, title, slug, status }) => (
        <span className="flex gap-1">
          <Link
            to={`${list}/${id}`}
            className={buttonClass('quiet', 'button-small')}
            aria-label={`Edit ${noun} ${title}`}
          >
            Edit
          </Link>
          {status === 'published' && (
            <Link
              to={`${path}/${slug}`}
              className={buttonClass('quiet', 'button-small')}
              aria-label={`View ${noun} ${title}`}
            >
              View
            </Link>
          )}
        </span>
      ),
    },
  }) satisfies Readonly<Record<string, Column<ListedEntry>>>;
