import { buttonClass, counted, EmptyState, formatCount, Link, Pagination, Picture } from '#plugin/web';
import type { ListedCollection } from '../contract.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { addressOf } from './collection-address.ts';

interface CollectionListProps {
  list: {
    readonly data: readonly ListedCollection[];
    readonly current_page: number;
    readonly last_page: number;
  };
}

const PRODUCTS = ['product', 'products'] as const;

/** All collections, as tiles. */
export function CollectionList({ list: { data, current_page, last_page } }: CollectionListProps) {
  return (
    <div className="page page-wide pt-4 lg:pt-6">
      <Breadcrumb current="Collections" />
      <h1 className="mt-4">Collections</h1>
      {data.length === 0 ? (
        <EmptyState
          icon="layout-grid"
          title="No collections yet"
          action={
            <Link to="/products" className={buttonClass('primary')}>
              Browse products
            </Link>
          }
        >
          Everything the shop has is under Products.
        </EmptyState>
      ) : (
        <ul
          className={`mt-8 grid gap-x-4 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-x-6 ${data.length > 3 ? 'min-[100rem]:grid-cols-4' : ''}`}
        >
          {data.map(({ id, slug, name, description, image, product_count }, index) => (
            <li key={id}>
              <Link to={`/collections/${slug}`} className="category-tile group">
                <span className="block overflow-hidden rounded-card">
                  <Picture
                    src={image}
                    alt=""
                    of="category"
                    first={index === 0}
                    sizes="(width >= 1024px) 31vw, (width >= 640px) 46vw, 92vw"
                  />
                </span>
                <span className="mt-3 flex items-baseline justify-between gap-3 font-semibold text-lg">
                  <span className="min-w-0 wrap-anywhere" dir="auto">
                    {name}
                  </span>
                  <span className="nums flex-none font-normal text-base text-muted">
                    {counted(product_count, PRODUCTS, formatCount)}
                  </span>
                </span>
              </Link>
              {description && (
                <p className="mt-1 line-clamp-2 text-muted wrap-anywhere" dir="auto">
                  {description}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pagination current={current_page} last={last_page} addressOf={(page) => addressOf(undefined, page)} />
    </div>
  );
}
