import { useRef, useState } from 'react';
import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { PageHeader } from '../shared/page-header.tsx';
import { useDragging } from '../shared/use-dragging.ts';
import { type ArrangedProduct, PAGE_SIZE, useArrangedProducts } from './arranged-products.ts';
import { ArrangedRow } from './arranged-row.tsx';
import { useMoves } from './use-moves.ts';

const NO_ROWS: readonly ArrangedProduct[] = [];

/** The order of a category's products: by dragging, with buttons, and by typing a position. */
export default function ArrangeProducts({ categoryId }: { categoryId: number }) {
  const list = useListAddress({ filters: { arrange: 'text' } });
  const answer = useArrangedProducts(categoryId, { page: list.page, search: list.search });
  const {
    data: rows = NO_ROWS,
    total = 0,
    revision = 0,
    placed_count: placed = 0,
    per_page: perPage = PAGE_SIZE,
  } = answer.data ?? {};
  const listed = useRef<HTMLOListElement>(null);
  const { moveTo, discard, isBusy, announcement, notice } = useMoves(categoryId, { list, revision, perPage, listed });
  const [isDiscarding, setDiscarding] = useState(false);
  const dragging = useDragging((from, to) => {
    const [dragged, target] = [rows[from], rows[to]];
    if (dragged && target?.position && from !== to) moveTo(dragged, target.position);
  });

  return (
    <>
      {notice}
      <PageHeader
        title={answer.data ? `Products in ${answer.data.category.name}` : 'Products'}
        trail={[['Categories', '/admin/categories']]}
        actions={
          placed > 0 && (
            <Button look="secondary" onClick={() => setDiscarding(true)}>
              Discard order
            </Button>
          )
        }
      >
        {placed === 0
          ? 'Shoppers see these products sorted by name. Move one to start your own order.'
          : `${formatCount(placed)} in your order, the others by name. Shoppers find it as “Featured”.`}
      </PageHeader>
      <FilterBar>
        <SearchField
          label="Search products"
          placeholder="Name, SKU or brand"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
      </FilterBar>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ListView
        query={answer}
        list={list}
        nouns={['product', 'products']}
        empty={{ title: 'No products found', hint: 'Only active products are listed here.' }}
      >
        {(products, isStale) => (
          <ol ref={listed} className={`grid gap-2 ${isStale ? 'opacity-60' : ''}`} aria-label="Order of products">
            {products.map((product, index) => (
              <ArrangedRow
                key={product.id}
                product={product}
                total={total}
                isBusy={isBusy}
                isAim={dragging.aim === index}
                // Search results are not neighbours in the list.
                dragHandlers={list.search === '' ? dragging.handlersOf(index, product.name) : null}
                onMove={(position, control) => moveTo(product, position, control)}
              />
            ))}
          </ol>
        )}
      </ListView>
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard order"
        confirmLabel="Discard order"
        busy={isBusy && 'Discarding...'}
        onClose={() => setDiscarding(false)}
        onConfirm={() => void discard().then(() => setDiscarding(false))}
      >
        All products of this category will be sorted by name.
      </ConfirmDialog>
    </>
  );
}
