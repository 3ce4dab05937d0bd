import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { savedMessage } from '../shared/local-first.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { useNewFromAddress } from '../shared/use-new-from-address.ts';
import { useNotice } from '../shared/use-notice.ts';
import { localCategories, PAGE_SIZE, type ShownCategory, useCategories, useCategoryWrites } from './categories-data.ts';
import { CategoriesTable } from './categories-table.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { DeleteCategory } from './delete-category.tsx';
import { useBranches } from './use-branches.ts';

export const meta = () => adminMeta('Categories');

const ArrangeProducts = lazy(() => import('./arrange-products.tsx'));

/** With `arrange`, the products of that category instead of the categories. */
export default function CategoriesPage() {
  const [query] = useSearchParams();
  const arranged = Number(query.get('arrange'));
  if (!arranged) return <CategoriesList />;
  return (
    <Suspense fallback={<SkeletonRows rows={8} label="Loading products" />}>
      <ArrangeProducts key={arranged} categoryId={arranged} />
    </Suspense>
  );
}

function CategoriesList() {
  const list = useListAddress({ filters: {} });
  const categories = useCategories({ page: list.page, search: list.search });
  const { notice, notify } = useNotice();
  const [edited, setEdited] = useOpenDialog<ShownCategory | 'new'>('category');
  const [parent, setParent] = useState<ShownCategory | null>(null);
  const edit = (category: ShownCategory | 'new' | null) => {
    setParent(null);
    setEdited(category);
  };
  useNewFromAddress(() => edit('new'));
  const { data: rows = [], total = 0, current_page: page = 1 } = categories.data ?? {};
  const branches = useBranches({ rows, total, before: (page - 1) * PAGE_SIZE }, list.search === '');
  const [doomed, setDoomed] = useState<ShownCategory | null>(null);
  const add = (
    <Button onClick={() => edit('new')}>
      <Icon name="plus" /> Add Category
    </Button>
  );
  return (
    <>
      {notice}
      <PageHeader
        title="Categories"
        actions={
          <>
            <ClearLocal />
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
        query={categories}
        list={list}
        nouns={['category', 'categories']}
        failure="Error loading categories"
        empty={{
          title: list.isNarrowed ? 'No categories found' : 'No categories yet',
          hint: 'Every product needs a category.',
          action: add,
        }}
        count={(total) => `${total} of ${categories.data?.count_all ?? total} categories`}
      >
        {(_, isStale) => (
          <CategoriesTable
            branches={branches}
            isStale={isStale}
            isTree={list.search === ''}
            onEdit={edit}
            onAdd={(above) => {
              setParent(above);
              setEdited('new');
            }}
            onDelete={setDoomed}
            notify={notify}
          />
        )}
      </ListView>
      {edited !== null && (
        <OpenedForm edited={edited} parent={parent} onEdit={edit} onOpen={branches.open} notify={notify} />
      )}
      <DeleteCategory category={doomed} notify={notify} onClose={() => setDoomed(null)} />
    </>
  );
}

const INSTEAD = {
  public: 'Showing the active categories of the shop instead.',
  samples: 'Showing sample categories instead.',
} as const;

/** Discards local changes of this browser. */
function ClearLocal() {
  if (localCategories.use().length === 0) return null;
  return (
    <Button look="secondary" onClick={localCategories.clear}>
      Clear Local
    </Button>
  );
}

interface OpenedFormProps {
  edited: ShownCategory | 'new';
  /** Of a new category. */
  parent: ShownCategory | null;
  /** Shows the categories below one. */
  onOpen: (id: number) => void;
  /** What the form edits; null closes it. */
  onEdit: (category: ShownCategory | null) => void;
  notify: Notify;
}

function OpenedForm({ edited, parent, onEdit, onOpen, notify }: OpenedFormProps) {
  const { save } = useCategoryWrites();
  return (
    <CategoryDialog
      key={edited === 'new' ? `new ${parent?.id}` : `${edited.id} ${edited.revision}`}
      category={edited === 'new' ? null : edited}
      parent={parent}
      onClose={() => onEdit(null)}
      onNewer={onEdit}
      onSave={async (category, form, key) => {
        const saved = await save(category, form, key);
        onEdit(null);
        if (form.parent_id != null) onOpen(form.parent_id);
        notify('success', savedMessage(category ? 'Category updated' : 'Category created', saved));
      }}
    />
  );
}
