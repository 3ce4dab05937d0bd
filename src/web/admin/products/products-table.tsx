import { adminStockBadge } from '#domain/catalogue/stock.ts';
import { Amount } from '#web/shared/amount.tsx';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import type { ListAddress } from '../shared/list/use-list-address.ts';
import type { RowChoice } from '../shared/list/use-row-choice.ts';
import type { ShownProduct } from './products-fallback.ts';

interface ProductsTableProps {
  rows: readonly ShownProduct[];
  isStale: boolean;
  list: Pick<ListAddress, 'sort' | 'show'>;
  choice: RowChoice;
  onEdit: (product: ShownProduct) => void;
  onDelete: (product: ShownProduct) => void;
}

/** Columns of back-office §2. */
export function ProductsTable({ rows, isStale, list, choice, onEdit, onDelete }: ProductsTableProps) {
  const columns: readonly Column<ShownProduct>[] = [
    { name: 'Product', sort: 'name', className: 'stretch', cell: (product) => <Named product={product} /> },
    {
      name: 'SKU',
      sort: 'sku',
      isSpare: true,
      cell: ({ sku }) => (
        <span className="block max-w-40 truncate text-muted" title={sku}>
          {sku}
        </span>
      ),
    },
    { name: 'Price', sort: 'price', isFigure: true, cell: (product) => <Price product={product} /> },
    { name: 'Stock', sort: 'stock', isFigure: true, cell: ({ stock }) => formatCount(stock) },
    { name: 'Status', cell: (product) => <Status product={product} /> },
    {
      name: 'Actions',
      cell: (product) => (
        <span className="flex justify-end">
          <Button look="quiet" small aria-label={`Edit ${product.name}`} onClick={() => onEdit(product)}>
            Edit
          </Button>
          {product.slug && (
            <a
              href={`/products/${product.slug}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`View ${product.name} in a new tab`}
              className={buttonClass('quiet', 'button-small')}
            >
              View
            </a>
          )}
          <Button look="quiet" small aria-label={`Delete ${product.name}`} onClick={() => onDelete(product)}>
            Delete
          </Button>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label="Products"
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      list={list}
      choice={{ of: choice, nameOf: ({ name }) => name }}
    />
  );
}

function Named({ product: { name, images, sku, category } }: { product: ShownProduct }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="w-12 flex-none overflow-hidden rounded-field">
        <Picture src={images[0]} alt="" sizes="48px" />
      </span>
      <span className="min-w-0">
        <bdi className="line-clamp-2 font-semibold wrap-anywhere">{name}</bdi>
        <span className="block text-muted text-small">{category.name}</span>
        <span className="spared text-muted text-small">{sku}</span>
      </span>
    </span>
  );
}

function Price({ product: { price, sale_price } }: { product: ShownProduct }) {
  if (sale_price === null) return <Amount value={price} />;
  return (
    <>
      <Amount value={sale_price} />{' '}
      <s className="block text-muted text-small">
        <Amount value={price} />
      </s>
    </>
  );
}

function Status({ product: { is_active, stock, is_featured, local } }: { product: ShownProduct }) {
  const { label, tone } = adminStockBadge({ isActive: is_active, stock });
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {is_featured && <Badge tone="primary">Featured</Badge>}
      {local && <Badge tone="info">Only in this browser</Badge>}
    </span>
  );
}
