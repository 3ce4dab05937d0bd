import { lazy, Suspense } from 'react';
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { jsonReader, toJson } from '#web/shared/json-data.ts';
import { hasStoredData } from '#web/shared/start-shop.ts';
import { firstChoice, pictureOf } from '#web/shared/variants/choice.ts';
import { apiContext, blurredPicturesContext } from '#web/ssr/load-context.ts';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import type { Route } from './+types/product-detail-page.ts';
import { type ProductData, readProduct } from './product-data.ts';
import { productMeta } from './product-meta.ts';
import { ProductView } from './product-view.tsx';
import { ViewedProducts } from './viewed-products.tsx';

const ProductTabs = hydrateOnInteraction(() => import('./product-tabs.tsx'));
/** At once for visitors with a wishlist: the hearts show it. */
const RelatedProducts = hydrateOnInteraction(() => import('./related-products.tsx'), hasStoredData);
const MissingProduct = lazy(() => import('./missing-product.tsx'));

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const read = await readProduct(context.get(apiContext), params.productId);
  const { search, searchParams } = new URL(request.url);
  // A renamed product redirects permanently from its old URL, for search engines and bookmarks.
  const isRenamed = read.product && params.productId !== read.product.slug && !/^\d+$/.test(params.productId);
  // Keeps the variant of the link.
  if (isRenamed) throw redirect(`/products/${read.product.slug}${search}`, 301);
  if (read.product) {
    const { product } = read;
    const shown = pictureOf(product, firstChoice(product, searchParams), 0);
    await context.get(blurredPicturesContext).load(product.images[shown]);
  }
  return data(toJson(read), { status: read.status });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  // The skeleton is in the same chunk: a separate one would arrive late on a slow connection.
  const [{ fetchProduct }, { default: Pending }] = await Promise.all([
    import('./product-data.ts'),
    import('./pending-product.tsx'),
    RelatedProducts.preload().catch(() => null),
  ]);
  const read = await fetchProduct(params.productId);
  return 'pending' in read ? { ...read, Pending } : read;
}

/** Do not reload the product for another variant in the URL. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

const readData = jsonReader<ProductData | Awaited<ReturnType<typeof clientLoader>>>();

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  productMeta(matches, loaderData && readData(loaderData));

export default function ProductDetailPage({ loaderData }: Route.ComponentProps) {
  const read = readData(loaderData);
  return 'pending' in read ? <read.Pending pending={read.pending}>{Read}</read.Pending> : <Read {...read} />;
}

function Read(read: ProductData) {
  if (!read.product)
    return (
      <Suspense>
        <MissingProduct {...read} />
      </Suspense>
    );
  const { product, related } = read;
  return (
    <div className="page page-wide">
      {/* Another product resets picture, variant and quantity. */}
      <ProductView key={product.id} product={product} />
      <div className="mt-12 lg:mt-16">
        <Suspense>
          <ProductTabs key={product.id} product={product} />
        </Suspense>
      </div>
      {related.length > 0 && (
        <Suspense>
          <RelatedProducts key={product.id} products={related} />
        </Suspense>
      )}
      {/* Not the key of the sibling above: React would leave both pages in the document. */}
      <ViewedProducts key={`viewed-${product.id}`} id={product.id} />
    </div>
  );
}
