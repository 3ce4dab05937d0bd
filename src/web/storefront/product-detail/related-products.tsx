import type { CardProduct } from '#web/shared/catalogue/card-product.ts';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';

export default function RelatedProducts({ products }: { products: readonly CardProduct[] }) {
  return (
    <section aria-labelledby="related" className="mt-16">
      <h2 id="related" className="mb-6">
        Related Products
      </h2>
      <div className="product-grid product-grid-wide">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} sizes="(width >= 768px) 23vw, 46vw" />
        ))}
      </div>
    </section>
  );
}
