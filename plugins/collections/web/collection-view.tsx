import { buttonClass, EmptyState, Link, Picture, type ProductList, ProductResults } from '#plugin/web';
import type { PublicCollection } from '../contract.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { SORT_WORDS } from './collection-address.ts';

interface CollectionViewProps extends ProductList {
  collection: PublicCollection;
}

/** A collection with its picture, text and products. */
export function CollectionView({ collection, list, query, categories }: CollectionViewProps) {
  const { name, description, picture } = collection;
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
      {list.total === 0 && Object.keys(list.shown).length === 0 && list.failure === null ? (
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
      ) : (
        <ProductResults list={list} query={query} categories={categories} sorts={sortsOf(collection)} />
      )}
    </div>
  );
}

/** The collection's own order has an empty value, because URLs omit it. A manual order comes first, as *Featured*. */
const sortsOf = ({ sort: own }: PublicCollection): readonly (readonly [string, string])[] => [
  ...(own === 'manual' ? ([['', 'Featured']] as const) : []),
  ...SORT_WORDS.map(([sort, words]) => [sort === own ? '' : sort, words] as const),
];
