import { type CardProduct, cardProduct, type ListedProduct } from './card-product.ts';
import { ProductCard } from './product-card.tsx';

interface ProductGridProps {
  /** As the API answers them, or as `cardProduct` makes them of that: smaller, for the data of a page. */
  products: readonly (ListedProduct | CardProduct)[];
  /** Whether the first picture is the first one of the page. */
  isFirst?: boolean;
  /** Four columns on a wide screen instead of three, without the beginning of the descriptions. */
  isWide?: boolean;
}

/** The shop's product cards in its grid. */
export function ProductGrid({ products, isFirst = false, isWide = false }: ProductGridProps) {
  return (
    <div className={isWide ? 'product-grid product-grid-wide' : 'product-grid'}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={'image' in product ? product : cardProduct(product)}
          sizes={isWide ? '(width >= 768px) 23vw, 46vw' : '(width >= 1024px) 23vw, (width >= 768px) 32vw, 46vw'}
          first={isFirst && index === 0}
          withText={!isWide}
        />
      ))}
    </div>
  );
}
