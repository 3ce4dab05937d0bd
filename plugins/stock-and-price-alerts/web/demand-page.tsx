import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminMeta, type Column, FilterSelect, ListPage, useListAddress } from '#plugin/admin';
import { createApi, DateTime, Link } from '#plugin/web';
import type { alertContract, DemandRow } from '../contract.ts';

const { call } = createApi<typeof alertContract>();

export const meta = () => adminMeta('Demand');

const KINDS = { stock: 'Back in stock', price: 'Price drop' } as const;

const COLUMNS: readonly Column<DemandRow>[] = [
  {
    name: 'Product',
    cell: ({ product, variant }) => (
      <>
        <Link to={`/products/${product.id}`} className="link wrap-anywhere">
          {product.name}
        </Link>
        <span className="block text-muted text-small">{variant ? `${product.sku}, ${variant.name}` : product.sku}</span>
      </>
    ),
  },
  { name: 'Alert', className: 'md:whitespace-nowrap', cell: ({ kind }) => KINDS[kind] },
  { name: 'Waiting', isFigure: true, cell: ({ waiting }) => waiting },
  { name: 'In stock', isFigure: true, cell: ({ stock }) => stock },
  { name: 'Since', className: 'md:whitespace-nowrap', cell: ({ since }) => <DateTime at={since} /> },
];

const idOf = ({ kind, product, variant }: DemandRow) => `${kind} ${product.id} ${variant?.id ?? ''}`;

/** What customers wait for, most wanted first, for buying decisions. */
export default function DemandPage() {
  const list = useListAddress({ filters: { kind: ['all', 'stock', 'price'] } });
  const { page, search, filters } = list;
  const answer = useQuery({
    queryKey: ['demand', page, search, filters.kind],
    queryFn: ({ signal }) => {
      const query = {
        page,
        per_page: 20,
        ...(search && { search }),
        ...(filters.kind !== 'all' && { kind: filters.kind }),
      };
      return call('GET /admin/stock-and-price-alerts/demand', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="Demand"
      search={{ label: 'Search demand', placeholder: 'Product, SKU or variant' }}
      filters={
        <FilterSelect
          label="Filter by alert"
          value={filters.kind}
          options={[['all', 'All alerts'], ...Object.entries(KINDS)]}
          onChoose={(kind) => list.show({ filters: { kind } })}
        />
      }
      query={answer}
      list={list}
      nouns={['entry', 'entries']}
      failure="The demand could not be loaded"
      empty={{ title: 'Nobody is waiting', hint: 'Products that customers have set alerts for are listed here.' }}
      columns={COLUMNS}
      idOf={idOf}
    />
  );
}
