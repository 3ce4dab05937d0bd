import { useState } from 'react';
import { MAX_CATEGORY_LEVELS } from '#domain/catalogue/category-tree.ts';
import { messageOf } from '#web/api/api-error.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import { type ShownCategory, useCategoryMove } from './categories-data.ts';
import type { Branches, BranchRow } from './use-branches.ts';

interface CategoriesTableProps {
  branches: Branches;
  isStale: boolean;
  /** Without a search: the categories can be opened and ordered. */
  isTree: boolean;
  onEdit: (category: ShownCategory) => void;
  /** Adds a category below this one. */
  onAdd: (above: ShownCategory) => void;
  onDelete: (category: ShownCategory) => void;
  notify: Notify;
}

export function CategoriesTable({ branches, isStale, isTree, onEdit, onAdd, onDelete, notify }: CategoriesTableProps) {
  const columns: readonly Column<BranchRow>[] = [
    {
      name: 'Name',
      className: 'font-semibold',
      cell: (row) => <Name row={row} isTree={isTree} onToggle={branches.toggle} onMore={branches.loadMore} />,
    },
    ...FACTS,
    {
      name: 'Sort Order',
      isFigure: true,
      cell: (row) => (isTree ? <Place row={row} notify={notify} /> : row.category.sort_order),
    },
    ...STATES,
    {
      name: 'Actions',
      cell: ({ category }) => (
        <span className="flex justify-end">
          {category.path.length < MAX_CATEGORY_LEVELS && !category.local && (
            <button
              type="button"
              className="icon-button"
              aria-label={`Add below ${category.name}`}
              title="Add a category below"
              onClick={() => onAdd(category)}
            >
              <Icon name="plus" />
            </button>
          )}
          {!category.local && (
            <Link
              to={`/admin/categories?arrange=${category.id}`}
              className={buttonClass('quiet', 'button-small')}
              aria-label={`Order the products of ${category.name}`}
            >
              Products
            </Link>
          )}
          <Button look="quiet" small aria-label={`Edit ${category.name}`} onClick={() => onEdit(category)}>
            Edit
          </Button>
          <Button look="quiet" small aria-label={`Delete ${category.name}`} onClick={() => onDelete(category)}>
            Delete
          </Button>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label="Categories"
      columns={columns}
      rows={branches.rows}
      idOf={({ category }) => category.id}
      isStale={isStale}
    />
  );
}

const FACTS: readonly Column<BranchRow>[] = [
  {
    name: 'Slug',
    cell: ({ category: { slug } }) => (
      <span className="block max-w-48 truncate text-muted md:max-w-24 2xl:max-w-48" title={slug}>
        {slug}
      </span>
    ),
  },
  {
    name: 'Description',
    isSpare: true,
    cell: ({ category: { description } }) => (
      <span className="line-clamp-2 max-w-96 wrap-anywhere text-muted lg:min-w-40" title={description}>
        {description || '–'}
      </span>
    ),
  },
];

const STATES: readonly Column<BranchRow>[] = [
  { name: 'Status', cell: ({ category }) => <Status category={category} /> },
  {
    name: 'Created',
    isSpare: true,
    className: 'md:whitespace-nowrap',
    // The samples of a failed call do not exist on the server.
    cell: ({ category: { created_at } }) => (Date.parse(created_at) > 0 ? <DateTime at={created_at} /> : '–'),
  },
];

interface NameProps {
  row: BranchRow;
  isTree: boolean;
  onToggle: (id: number) => void;
  onMore: (parent: number) => void;
}

/** Indented by its level; what a search finds is shown with the way to it instead. */
function Name({ row: { category, level, isOpen, more }, isTree, onToggle, onMore }: NameProps) {
  const { id, name, child_count, path } = category;
  const above = path.slice(0, -1);
  return (
    <span className="flex items-center gap-1" style={{ paddingInlineStart: `${level * 20}px` }}>
      {isTree &&
        (child_count > 0 ? (
          <button
            type="button"
            className="icon-button -my-2 -ml-3 flex-none"
            aria-expanded={isOpen}
            aria-label={`Subcategories of ${name}`}
            onClick={() => onToggle(id)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="text-sm" />
          </button>
        ) : (
          <span className="w-8 flex-none max-md:hidden" />
        ))}
      <span className="max-w-64 wrap-anywhere md:min-w-32">
        <bdi>{name}</bdi>
        {!isTree && above.length > 0 && (
          <span className="block font-normal text-muted text-small">
            in {above.map((step) => step.name).join(' › ')}
          </span>
        )}
        {more && (
          <Button look="quiet" small className="-ml-3 block" onClick={() => onMore(more.parent)}>
            Show more ({more.left} left)
          </Button>
        )}
      </span>
    </span>
  );
}

/** The sort order, with buttons that move the category among its siblings. */
function Place({ row: { category, position, siblings }, notify }: { row: BranchRow; notify: Notify }) {
  const move = useCategoryMove();
  const [isMoving, setMoving] = useState(false);
  const moveTo = async (place: number) => {
    if (isMoving) return;
    setMoving(true);
    try {
      await move(category, place);
    } catch (error) {
      notify('danger', messageOf(error, 'Failed to move category'));
    } finally {
      setMoving(false);
    }
  };
  if (category.local || siblings < 2) return category.sort_order;
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        className="icon-button -my-2"
        aria-label={`Move ${category.name} up`}
        aria-disabled={position === 1 || isMoving}
        onClick={() => position > 1 && void moveTo(position - 1)}
      >
        <Icon name="chevron-down" className="rotate-180 text-sm" />
      </button>
      {category.sort_order}
      <button
        type="button"
        className="icon-button -my-2 md:-mr-3"
        aria-label={`Move ${category.name} down`}
        aria-disabled={position === siblings || isMoving}
        onClick={() => position < siblings && void moveTo(position + 1)}
      >
        <Icon name="chevron-down" className="text-sm" />
      </button>
    </span>
  );
}

function Status({ category: { is_active, is_visible, local } }: { category: ShownCategory }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={is_active ? 'success' : 'secondary'}>{is_active ? 'Active' : 'Inactive'}</Badge>
      {is_active && !is_visible && <Badge tone="warning">Hidden by the category above</Badge>}
      {local && <Badge tone="info">Only in this browser</Badge>}
    </span>
  );
}
