import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { BulkBar } from '../shared/bulk-bar.tsx';
import { FilterBar } from '../shared/filter-bar.tsx';
import { FilterSelect } from '../shared/filter-select.tsx';
import { ListView } from '../shared/list-view.tsx';
import { useNotice } from '../shared/notice.tsx';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { SearchField } from '../shared/search-field.tsx';
import { useListAddress } from '../shared/use-list-address.ts';
import { useRowChoice } from '../shared/use-row-choice.ts';
import { ChangeManyDialog } from './change-many-dialog.tsx';
import { EditProduct } from './edit-product.tsx';
import { ExportButton } from './export-button.tsx';
import { OnePage } from './one-page.tsx';
import { type OnSave, ProductDialog } from './product-dialog.tsx';
import { localProducts, useCategoryChoices, useProducts, useProductWrites } from './products-data.ts';
import type { ProductsQuery, ShownProduct } from './products-fallback.ts';
import { ProductsTable } from './products-table.tsx';

export const meta = () => adminMeta('Products');

const STATUSES = [
  ['all', 'All statuses'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['in_stock', 'In Stock'],
  ['low_stock', 'Low Stock'],
  ['out_of_stock', 'Out of Stock'],
] as const;
const SORTS = ['name', 'sku', 'price', 'stock'];

export default function ProductsPage() {
  const list = useListAddress({
    filters: { category: 'text', status: ['all', 'active', 'inactive', 'in_stock', 'low_stock', 'out_of_stock'] },
    sorts: SORTS,
  });
  const products = useProducts({
    page: list.page,
    search: list.search,
    category: /^\d+$/.test(list.filters.category) ? list.filters.category : '',
    status: list.filters.status,
    sortBy: list.sort?.by as ProductsQuery['sortBy'],
    sortOrder: list.sort?.order,
  });
  const categories = useCategoryChoices().data ?? [];
  const local = localProducts.use();
  const rows = products.data?.data ?? [];
  const choice = useRowChoice(rows.filter(({ id }) => id > 0).map(({ id }) => id));
  const { notice, tell } = useNotice();
  const { save, remove, changeMany } = useProductWrites();
  const form = useOpenedForm(rows);
  const [asked, setAsked] = useState<ShownProduct | 'local' | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [isChangingMany, setChangingMany] = useState(false);

  const onSave: OnSave = async (product, values, key) => {
    const how = await save(product, values, key);
    const done = product ? 'Product updated' : 'Product created';
    form.close();
    tell('success', how === 'local' ? `${done} locally (API unavailable)` : `${done} successfully`);
  };
  const confirmDelete = async (product: ShownProduct) => {
    setDeleting(true);
    try {
      const how = await remove(product);
      tell('success', how === 'local' ? 'Product deleted locally (API unavailable)' : 'Product deleted successfully');
    } catch (error) {
      tell('danger', messageOf(error, 'Failed to delete product'));
    } finally {
      setDeleting(false);
      setAsked(null);
    }
  };
  const clearLocal = () => {
    localProducts.clear();
    setAsked(null);
    tell('success', 'Local products cleared');
  };

  const add = (
    <Button onClick={form.openNew}>
      <Icon name="plus" /> Add Product
    </Button>
  );
  return (
    <>
      {notice}
      <PageHeader
        title="Products"
        actions={
          <>
            <Button
              look="secondary"
              disabled={local.length === 0}
              title={local.length === 0 ? 'Nothing is kept in this browser only.' : undefined}
              onClick={() => setAsked('local')}
            >
              Clear Local
            </Button>
            <ExportButton
              filter={{ search: list.search, category: list.filters.category, status: list.filters.status }}
              onFail={(message) => tell('danger', message)}
            />
            <Link to="/admin/products/import" className={buttonClass('secondary')}>
              Import CSV
            </Link>
            {add}
          </>
        }
      />
      <FilterBar>
        <SearchField
          label="Search products"
          placeholder="Name, SKU or brand"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
        <FilterSelect
          label="Filter by category"
          value={list.filters.category}
          options={[['', 'All categories'], ...categories.map(({ id, name }) => [String(id), name] as const)]}
          onChoose={(category) => list.show({ filters: { category } })}
        />
        <FilterSelect
          label="Filter by status"
          value={list.filters.status}
          options={STATUSES}
          onChoose={(status) => list.show({ filters: { status } })}
        />
      </FilterBar>
      {products.data && products.data.source !== 'shop' && (
        <Banner tone="warning" className="mb-4">
          Error loading products. {INSTEAD[products.data.source]}{' '}
          <button type="button" className="link" onClick={() => void products.refetch()}>
            Retry
          </button>
        </Banner>
      )}
      <ListView
        answer={products}
        list={list}
        nouns={['product', 'products']}
        failure="Error loading products"
        empty={{
          title: list.isNarrowed ? 'No products found' : 'No products yet',
          hint: 'Add the first product: it can be bought as soon as it is active.',
          action: add,
        }}
        pager={(current, last) => <OnePage current={current} last={last} addressOf={list.addressOf} />}
      >
        {(shown, isStale) => (
          <ProductsTable
            rows={shown}
            isStale={isStale}
            list={list}
            choice={choice}
            onEdit={form.open}
            onDelete={setAsked}
          />
        )}
      </ListView>
      <BulkBar choice={choice} nouns={['product', 'products']}>
        <Button small onClick={() => setChangingMany(true)}>
          Change…
        </Button>
      </BulkBar>
      {isChangingMany && (
        <ChangeManyDialog
          ids={choice.ids.map(Number)}
          onClose={() => setChangingMany(false)}
          onChange={async (change) => {
            const count = await changeMany(change);
            setChangingMany(false);
            choice.clear();
            const done = change.action === 'delete' ? 'deleted' : 'updated';
            tell('success', `${count} ${count === 1 ? 'product' : 'products'} ${done}`);
          }}
        />
      )}
      {form.opened === 'new' && <ProductDialog product={null} onClose={form.close} onSave={onSave} />}
      {form.opened !== null && form.opened !== 'new' && (
        <EditProduct key={form.opened.id} {...form.opened} onClose={form.close} onSave={onSave} />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'local' ? 'Clear local products?' : `Delete ${asked?.name}?`}
        confirmLabel={asked === 'local' ? 'Clear Local' : 'Delete product'}
        busy={isDeleting && 'Deleting…'}
        onConfirm={() => {
          if (asked === 'local') clearLocal();
          else if (asked) void confirmDelete(asked);
        }}
      >
        {asked === 'local' ? (
          'What was created, changed or deleted in this browser only is forgotten. The shop’s products stay as they are.'
        ) : (
          <>
            <p>Are you sure you want to delete this product?</p>
            <p className="mt-2">It leaves the shop, all carts and all wishlists. Orders keep their copies of it.</p>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

const INSTEAD = {
  featured: 'Showing the featured products of the shop instead.',
  list: 'Showing the public products of the shop instead.',
  search: 'Showing the public products of the shop instead.',
  samples: 'Showing sample products instead.',
} as const;

/** Which form is open stands in the address: a shortcut elsewhere can lead to it, and Back closes it. */
function useOpenedForm(rows: readonly ShownProduct[]) {
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get('edit')) || null;
  const write = (name: 'new' | 'edit', value: string | null) =>
    setQuery(
      (now) => {
        now.delete('new');
        now.delete('edit');
        if (value !== null) now.set(name, value);
        return now;
      },
      { replace: value === null, preventScrollReset: true },
    );
  const edited = id === null ? null : { id, row: rows.find((row) => row.id === id) };
  return {
    opened: query.has('new') ? ('new' as const) : edited,
    openNew: () => write('new', '1'),
    open: (product: ShownProduct) => write('edit', String(product.id)),
    close: () => write('new', null),
  };
}
