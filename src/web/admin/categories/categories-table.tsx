import { Moment } from '#web/shared/moment.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import type { ShownCategory } from './categories-data.ts';

interface CategoriesTableProps {
  rows: readonly ShownCategory[];
  isStale: boolean;
  onEdit: (category: ShownCategory) => void;
  onDelete: (category: ShownCategory) => void;
}

export function CategoriesTable({ rows, isStale, onEdit, onDelete }: CategoriesTableProps) {
  const columns: readonly Column<ShownCategory>[] = [
    ...FACTS,
    {
      name: 'Actions',
      cell: (category) => (
        <span className="flex justify-end">
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
  return <DataTable label="Categories" columns={columns} rows={rows} idOf={({ id }) => id} isStale={isStale} />;
}

const FACTS: readonly Column<ShownCategory>[] = [
  {
    name: 'Name',
    className: 'font-semibold',
    cell: ({ name }) => <bdi className="block max-w-64 wrap-anywhere md:min-w-32">{name}</bdi>,
  },
  {
    name: 'Slug',
    cell: ({ slug }) => (
      <span className="block max-w-48 truncate text-muted md:max-w-32 xl:max-w-48" title={slug}>
        {slug}
      </span>
    ),
  },
  {
    name: 'Description',
    isSpare: true,
    cell: ({ description }) => (
      <span className="line-clamp-2 max-w-96 wrap-anywhere text-muted lg:min-w-40" title={description}>
        {description || '–'}
      </span>
    ),
  },
  { name: 'Sort Order', isFigure: true, cell: ({ sort_order }) => sort_order },
  { name: 'Status', cell: (category) => <Status category={category} /> },
  {
    name: 'Created',
    isSpare: true,
    className: 'md:whitespace-nowrap',
    // The samples of a failed call do not exist on the server.
    cell: ({ created_at }) => (Date.parse(created_at) > 0 ? <Moment at={created_at} /> : '–'),
  },
];

function Status({ category: { is_active, local } }: { category: ShownCategory }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={is_active ? 'success' : 'secondary'}>{is_active ? 'Active' : 'Inactive'}</Badge>
      {local && <Badge tone="info">Only in this browser</Badge>}
    </span>
  );
}
