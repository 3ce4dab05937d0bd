import { useNavigation } from 'react-router';
import { buttonClass, type CardProduct, EmptyState, go, Link, Pagination, Picture, ProductGrid } from '#plugin/web';
import type { PublicCollection } from '../contract.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { addressOf, type CollectionAddress, SORT_WORDS } from './collection-address.ts';

interface CollectionViewProps {
  collection: PublicCollection;
  products: readonly CardProduct[];
  total: number;
  lastPage: number;
  address: CollectionAddress;
}

/** A collection with its picture, text and products. */
export function CollectionView({ collection, products, total, lastPage, address }: CollectionViewProps) {
  const { name, description, picture } = collection;
  const { state } = useNavigation();
  return (
    <div className="page page-wide pt-4 lg:pt-6">
      <Breadcrumb current={name} isCollection />
      <header
        className={
          picture
            ? 'mt-4 grid items-center gap-6 md:grid-cols-[3fr_2fr] md:gap-10 min-[100rem]:grid-cols-[2fr_1fr]'
            : 'mt-4 max-w-[68ch]'
        }
      >
        <div>
          <h1 className="wrap-anywhere" dir="auto">
            {name}
          </h1>
          {description && (
            <p className="mt-4 max-w-[60ch] whitespace-pre-line text-muted wrap-anywhere" dir="auto">
              {description}
            </p>
          )}
        </div>
        {picture && (
          <div className="order-first overflow-hidden rounded-card md:order-none">
            <Picture
              src={picture}
              alt=""
              of="category"
              first
              sizes="(width >= 768px) 38vw, 92vw"
              className="aspect-[4/3]!"
            />
          </div>
        )}
      </header>
      <section
        aria-labelledby="products"
        aria-busy={state !== 'idle'}
        className="results mt-8 lg:mt-10 min-[100rem]:[&_.product-grid]:grid-cols-5"
      >
        <h2 id="products" className="sr-only">
          Products
        </h2>
        <div className="results-head">
          <p className="order-first w-full text-muted sm:w-auto sm:flex-1" role="status">
            {total === 1 ? '1 product' : `${total.toLocaleString('en-US')} products`}
          </p>
          {total > 1 && <SortForm sort={collection.sort} address={address} />}
        </div>
        {products.length > 0 ? (
          <ProductGrid products={products} isFirst={!picture} isWide />
        ) : (
          <EmptyState
            icon="package"
            title="Nothing here at the moment"
            action={
              <Link to="/products" className={buttonClass('primary')}>
                Browse products
              </Link>
            }
          >
            This collection has no products right now.
          </EmptyState>
        )}
        <Pagination current={address.page} last={lastPage} addressOf={(page) => addressOf({ ...address, page })} />
      </section>
    </div>
  );
}

/** The order of the products. Without scripts, a button sends it. */
function SortForm({ sort: own, address }: { sort: PublicCollection['sort']; address: CollectionAddress }) {
  return (
    <form action={addressOf({ slug: address.slug, page: 1 })} className="flex flex-1 items-center gap-3 sm:flex-none">
      <label className="sort">
        <span className="max-sm:sr-only">Sort by</span>
        <select
          className="input"
          name="sort"
          value={address.sort ?? (own === 'manual' ? '' : own)}
          onChange={({ target }) => {
            const sort = SORT_WORDS.find(([name]) => name === target.value && name !== own)?.[0];
            void go(addressOf({ slug: address.slug, page: 1, sort }), { preventScrollReset: true });
          }}
        >
          {own === 'manual' && <option value="">Featured</option>}
          {SORT_WORDS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className={buttonClass('secondary')}>
          Sort
        </button>
      </noscript>
    </form>
  );
}
