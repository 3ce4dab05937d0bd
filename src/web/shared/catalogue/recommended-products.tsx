import { useEffect, useId, useState } from 'react';
import { call } from '#web/api/call.ts';
import { type CardProduct, cardProduct } from './card-product.ts';
import { ProductCard } from './product-card.tsx';

interface RecommendedProductsProps {
  title: string;
  /** What they should go with; none: bestsellers. */
  productIds?: readonly number[];
  /** Those that came with the page; by default they are loaded. */
  known?: readonly CardProduct[] | undefined;
}

const NO_PRODUCTS: readonly number[] = [];

/**
 * Recommendations below a cart or an empty page. They stay as they are while the page is open: a card that was
 * just added to the cart does not vanish under the pointer. Nothing is shown if they fail to load.
 */
export default function RecommendedProducts({ title, productIds = NO_PRODUCTS, known }: RecommendedProductsProps) {
  const heading = useId();
  const [ids] = useState(productIds);
  const [products, setProducts] = useState(known ?? []);
  const isKnown = products.length > 0;

  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    const query = ids.length > 0 ? { for: ids.join() } : {};
    call('GET /products/recommendations', { query }, { signal: leaving.signal }).then(
      (found) => setProducts(found.map(cardProduct)),
      () => undefined,
    );
    return () => leaving.abort();
  }, [ids, isKnown]);

  if (products.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="page page-wide pt-4 pb-12 md:pb-16">
      <h2 id={heading} className="mb-6">
        {title}
      </h2>
      <div className="product-grid product-grid-wide">
        {products.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            sizes="(width >= 768px) 23vw, 46vw"
            // On an empty page the first picture is the largest of the first screen.
            first={known !== undefined && index === 0}
          />
        ))}
      </div>
    </section>
  );
}
