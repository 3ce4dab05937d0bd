import type { ReactNode } from 'react';
import { download } from '#web/api/download.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { DownloadButton } from '../shared/download-button.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { useRowChoice } from '../shared/list/use-row-choice.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { ChangeMany } from './change-many.tsx';
import { OnePage } from './one-page.tsx';
import { OpenedForm, useOpenedForm } from './opened-form.tsx';
import { ProductFilters, type ProductsAddress, queryOf, useProductsAddress } from './product-filters.tsx';
import { localProducts, useProducts } from './products-data.ts';
import type { ProductsPage as Page } from './products-fallback.ts';
import { ProductsTable } from './products-table.tsx';
import { Question, useQuestion } from './question.tsx';

export const meta = () => adminMeta('Products');

export default function ProductsPage() {
  const list = useProductsAddress();
  const products = useProducts(queryOf(list));
  const rows = products.data?.data ?? [];
  const stored = rows.filter(({ id }) => id > 0).map(({ id }) => id);
  const { search, category, status } = queryOf(list);
  const filter = { search, category, status };
  const choice = useRowChoice(stored, JSON.stringify(filter));
  const { notice, notify } = useNotice();
  const form = useOpenedForm(rows);
  const question = useQuestion(notify);
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
          <Actions list={list} notify={notify} onClear={() => question.ask('local')}>
            {add}
          </Actions>
        }
      />
      <ProductFilters list={list} />
      {products.data && <StandIn source={products.data.source} onRetry={() => void products.refetch()} />}
      <ListView
        query={products}
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
            onDelete={question.ask}
          />
        )}
      </ListView>
      <ChangeMany
        choice={choice}
        filter={filter}
        shown={stored.length}
        total={products.data?.source === 'shop' ? products.data.total : 0}
        notify={notify}
      />
      <OpenedForm form={form} notify={notify} />
      <Question {...question} />
    </>
  );
}

interface ActionsProps {
  list: ProductsAddress;
  notify: Notify;
  /** Discards local changes of this browser. */
  onClear: () => void;
  children: ReactNode;
}

function Actions({ list, notify, onClear, children }: ActionsProps) {
  const isNothingLocal = localProducts.use().length === 0;
  return (
    <>
      <Button
        look="secondary"
        disabled={isNothingLocal}
        title={isNothingLocal ? 'Nothing is kept in this browser only.' : undefined}
        onClick={onClear}
      >
        Clear Local
      </Button>
      {/* The file can be imported again. */}
      <DownloadButton
        fetchFile={() =>
          download('GET /admin/products/export', {
            query: { search: list.search, category: list.filters.category, status: list.filters.status },
          })
        }
        failure="Failed to export products"
        notify={notify}
      >
        Export CSV
      </DownloadButton>
      <Link to="/admin/products/import" className={buttonClass('secondary')}>
        Import CSV
      </Link>
      {children}
    </>
  );
}

const INSTEAD = {
  featured: 'Showing the featured products of the shop instead.',
  list: 'Showing the public products of the shop instead.',
  search: 'Showing the public products of the shop instead.',
  samples: 'Showing sample products instead.',
} as const;

/** Says that this is a fallback list. */
function StandIn({ source, onRetry }: { source: Page['source']; onRetry: () => void }) {
  if (source === 'shop') return null;
  return (
    <Banner tone="warning" className="mb-4">
      Error loading products. {INSTEAD[source]}{' '}
      <button type="button" className="link" onClick={onRetry}>
        Retry
      </button>
    </Banner>
  );
}
