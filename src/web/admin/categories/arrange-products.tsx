import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { FilterBar } from '../shared/filter-bar.tsx';
import { ListView } from '../shared/list-view.tsx';
import { PageHeader } from '../shared/page-header.tsx';
import { SearchField } from '../shared/search-field.tsx';
import { useDragging } from '../shared/use-dragging.ts';
import { useListAddress } from '../shared/use-list-address.ts';
import { useNotice } from '../shared/use-notice.ts';
import { type ArrangedProduct, PAGE_SIZE, useArrangedProducts, useArrangement } from './arranged-products.ts';
import { ArrangedRow } from './arranged-row.tsx';
import { useRowFocus } from './use-row-focus.ts';

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
  const { move, discard } = useArrangement(categoryId, revision);
  const { notice, notify } = useNotice();
  const [announcement, announce] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);

  const listed = useRef<HTMLOListElement>(null);
  const focus = useRowFocus(listed, isBusy);

  const run = async (change: () => Promise<unknown>, done: () => void) => {
    if (isBusy) return;
    focus.keep();
    setBusy(true);
    try {
      await change();
      done();
    } catch (error) {
      notify('danger', messageOf(error, 'Failed to change the order'));
    } finally {
      setBusy(false);
    }
  };
  const moveTo = ({ id, name, position: before }: ArrangedProduct, position: number | null, control?: string) =>
    run(
      () => move(id, position),
      () => {
        if (position === null) return announce(`${name} is back in the default order`);
        const page = Math.ceil(position / perPage);
        const show = (name: string) => {
          focus.moveTo(name);
          list.turnTo(page);
        };
        // Search results stay where they are.
        const hasLeft = list.search === '' && page !== list.page;
        if (hasLeft && (control === undefined || Math.abs(position - (before ?? 0)) > 1)) {
          return toast(`${name} is at position ${position}, on page ${page}`, [
            { label: 'Show it', run: () => show(`Position of ${name}`) },
          ]);
        }
        announce(`${name} is at position ${position}`);
        if (hasLeft && control !== undefined) show(control);
      },
    );
  const dragging = useDragging((from, to) => {
    const [dragged, target] = [rows[from], rows[to]];
    if (dragged && target?.position && from !== to) void moveTo(dragged, target.position);
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
        answer={answer}
        list={list}
        nouns={['product', 'products']}
        failure="Error loading products"
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
                onMove={(position, control) => void moveTo(product, position, control)}
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
        onConfirm={() => void run(discard, () => announce('Order discarded')).then(() => setDiscarding(false))}
      >
        All products of this category will be sorted by name.
      </ConfirmDialog>
    </>
  );
}
