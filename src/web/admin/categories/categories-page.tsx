import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { useOpened } from '#web/shared/forms/use-typed-before.ts';
import { Moment } from '#web/shared/moment.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { FilterBar } from '../shared/filter-bar.tsx';
import { ListView } from '../shared/list-view.tsx';
import { useNotice } from '../shared/notice.tsx';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { SearchField } from '../shared/search-field.tsx';
import { useListAddress } from '../shared/use-list-address.ts';
import { localCategories, type ShownCategory, useCategories, useCategoryWrites } from './categories-data.ts';
import { CategoryDialog } from './category-dialog.tsx';

export const meta = () => adminMeta('Categories');

export default function CategoriesPage() {
  const list = useListAddress({ filters: {} });
  const categories = useCategories({ page: list.page, search: list.search });
  const local = localCategories.use();
  const { save, remove } = useCategoryWrites();
  const { notice, tell } = useNotice();
  const [edited, setEdited] = useOpened<ShownCategory | 'new'>('category');
  const [asked, setAsked] = useState<ShownCategory | null>(null);
  const [isDeleting, setDeleting] = useState(false);

  const confirmDelete = async (category: ShownCategory) => {
    setDeleting(true);
    try {
      const how = await remove(category);
      tell('success', how === 'local' ? 'Category deleted locally (API unavailable)' : 'Category deleted successfully');
    } catch (error) {
      tell('danger', messageOf(error, 'Failed to delete category'));
    } finally {
      setDeleting(false);
      setAsked(null);
    }
  };

  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon name="plus" /> Add Category
    </Button>
  );
  const columns: readonly Column<ShownCategory>[] = [
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
      // The samples of a failing call were never created.
      cell: ({ created_at }) => (Date.parse(created_at) > 0 ? <Moment at={created_at} /> : '–'),
    },
    {
      name: 'Actions',
      cell: (category) => (
        <span className="flex justify-end">
          <Button look="quiet" small aria-label={`Edit ${category.name}`} onClick={() => setEdited(category)}>
            Edit
          </Button>
          <Button look="quiet" small aria-label={`Delete ${category.name}`} onClick={() => setAsked(category)}>
            Delete
          </Button>
        </span>
      ),
    },
  ];

  return (
    <>
      {notice}
      <PageHeader
        title="Categories"
        actions={
          <>
            {local.length > 0 && (
              <Button look="secondary" onClick={localCategories.clear}>
                Clear Local
              </Button>
            )}
            {add}
          </>
        }
      />
      <FilterBar>
        <SearchField
          label="Search categories"
          placeholder="Name, slug or description"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
      </FilterBar>
      {categories.data && categories.data.source !== 'shop' && (
        <Banner tone="warning" className="mb-4">
          Error loading categories. {INSTEAD[categories.data.source]}
        </Banner>
      )}
      <ListView
        answer={categories}
        list={list}
        nouns={['category', 'categories']}
        failure="Error loading categories"
        empty={{
          title: list.isNarrowed ? 'No categories found' : 'No categories yet',
          hint: 'Products need a category to stand in.',
          action: add,
        }}
        count={(total) => `${total} of ${categories.data?.count_all ?? total} categories`}
      >
        {(rows, isStale) => (
          <DataTable label="Categories" columns={columns} rows={rows} idOf={({ id }) => id} isStale={isStale} />
        )}
      </ListView>
      {edited !== null && (
        <CategoryDialog
          key={edited === 'new' ? 'new' : `${edited.id} ${edited.revision}`}
          category={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onNewer={setEdited}
          onSave={async (category, form, key) => {
            const how = await save(category, form, key);
            const done = category ? 'Category updated' : 'Category created';
            setEdited(null);
            tell('success', how === 'local' ? `${done} locally (API unavailable)` : `${done} successfully`);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.name}?`}
        confirmLabel="Delete category"
        busy={isDeleting && 'Deleting…'}
        onConfirm={() => asked && void confirmDelete(asked)}
      >
        Are you sure you want to delete this category? This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const INSTEAD = {
  public: 'Showing the active categories of the shop instead.',
  samples: 'Showing sample categories instead.',
} as const;

function Status({ category: { is_active, local } }: { category: ShownCategory }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={is_active ? 'success' : 'secondary'}>{is_active ? 'Active' : 'Inactive'}</Badge>
      {local && <Badge tone="info">Only in this browser</Badge>}
    </span>
  );
}
