import { useState } from 'react';
import { data, Link, redirect, useRevalidator } from 'react-router';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import { Rating } from '#web/shared/catalogue/rating.tsx';
import { freeShippingFrom } from '#web/shared/money.ts';
import { pageMeta } from '#web/shared/page-meta.ts';
import { titled } from '#web/shared/shop/shop.ts';
import { apiContext } from '#web/ssr/load-context.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/product-detail-page.ts';
import { BuyBox } from './buy-box.tsx';
import { firstVariant } from './choice.ts';
import { Gallery } from './gallery.tsx';
import type { Product, Variant } from './product-data.ts';
import { readProduct } from './product-data.ts';
import { ProductFacts, ProductTabs } from './product-facts.tsx';
import { productMeta } from './product-meta.ts';

const promises = () =>
  [
    ['truck', `Free standard shipping over ${freeShippingFrom()}, 3-5 business days`],
    ['rotate-ccw', '30-day returns'],
    ['lock', 'Card details go straight to the payment provider'],
  ] as const;

export async function loader({ context, params }: Route.LoaderArgs) {
  const read = await readProduct(context.get(apiContext), params.productId);
  // A product that was renamed is found under its old address too; search engines and bookmarks learn the new one.
  const isRenamed = read.product && params.productId !== read.product.slug && !/^\d+$/.test(params.productId);
  if (isRenamed) throw redirect(`/products/${read.product.slug}`, 301);
  return data(read, { status: read.status });
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  import('./product-data.ts').then(({ fetchProduct }) => fetchProduct(params.productId));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.product
    ? productMeta(matches, loaderData.product)
    : pageMeta(matches, { title: titled('Product not found'), hidden: true });

export default function ProductDetailPage({ loaderData: { product, related, failure, status } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (!product) {
    return (
      <EmptyState
        icon="search-x"
        level="h1"
        title="Oops! Something went wrong"
        action={
          <>
            {status !== 404 && <Button onClick={() => void revalidate()}>Retry</Button>}
            <Link to="/products" className={buttonClass(status === 404 ? 'primary' : 'secondary')}>
              Back to Products
            </Link>
          </>
        }
      >
        {failure}
      </EmptyState>
    );
  }
  return (
    <div className="page">
      {/* Another product starts with its own first picture, variant and quantity. */}
      <ProductView key={product.id} product={product} />
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-16">
          <h2 id="related" className="mb-6">
            Related Products
          </h2>
          <div className="product-grid product-grid-wide">
            {related.map((other) => (
              <ProductCard key={other.id} product={other} sizes="(width >= 1024px) 24vw, (width >= 768px) 32vw, 46vw" />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function ProductView({ product }: { product: Product }) {
  const [variant, setVariant] = useState(() => firstVariant(product.variants));
  const [shown, setShown] = useState(0);
  const { name, brand, category, images } = product;

  const choose = (chosen: Variant) => {
    setVariant(chosen);
    const picture = chosen.image ? images.indexOf(chosen.image) : -1;
    if (picture >= 0) setShown(picture);
  };

  return (
    <>
      <nav aria-label="Breadcrumb" className="lg:py-2">
        <ol className="breadcrumb">
          <li>
            <Link to="/">Home</Link>
          </li>
          <li>
            <Link to="/products">Products</Link>
          </li>
          <li>
            <Link to={`/products?category=${category.id}`}>{category.name}</Link>
          </li>
          <li aria-current="page">{name}</li>
        </ol>
      </nav>
      <div className="product-top">
        <Gallery images={images} alts={product.image_alts} name={name} shown={shown} onShow={setShown} />
        <div className="product-panel">
          <div>
            <div className="mb-2 flex flex-wrap items-center gap-2">
              {product.sale_price && <Badge tone="danger">Sale</Badge>}
              {product.is_featured && <Badge tone="primary">Featured</Badge>}
              {brand && <span className="text-small text-muted">{brand}</span>}
            </div>
            <h1 className="mb-2">{name}</h1>
            <Rating average={product.average_rating} count={product.review_count} words=" reviews" />
          </div>
          <BuyBox product={product} variant={variant} onChoose={choose} />
          <p className="text-muted">{product.short_description}</p>
          <ul className="grid gap-3 border-line border-y py-5">
            {promises().map(([icon, words]) => (
              <li key={icon} className="flex gap-3">
                <Icon name={icon} className="mt-0.5" /> {words}
              </li>
            ))}
          </ul>
          <ProductFacts product={product} variant={variant} />
        </div>
      </div>
      <div className="mt-12 lg:mt-16">
        <ProductTabs product={product} />
      </div>
    </>
  );
}
