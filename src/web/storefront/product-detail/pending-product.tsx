import { type ComponentType, Suspense, use, useEffect } from 'react';
import { pageTitle } from '#web/shared/shop/shop.ts';
import type { ProductData } from './product-data.ts';

interface PendingProductProps {
  pending: Promise<ProductData>;
  children: ComponentType<ProductData>;
}

/** Skeleton of a product that loads slowly. */
export default function PendingProduct(props: PendingProductProps) {
  return (
    <Suspense fallback={<ProductSkeleton />}>
      <Arrived {...props} />
    </Suspense>
  );
}

function Arrived({ pending, children: Read }: PendingProductProps) {
  const read = use(pending);
  const title = pageTitle(read.head.title);
  // The title was rendered before its name was known.
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <Read {...read} />;
}

function ProductSkeleton() {
  return (
    <div className="page page-wide" role="status" aria-label="Loading the product">
      <div className="product-top pt-16">
        <div className="skeleton gallery-main cursor-auto" />
        <div className="grid content-start gap-5">
          <div className="skeleton h-12" />
          <div className="skeleton h-6 w-1/2" />
          <div className="skeleton h-10 w-2/3" />
          <div className="skeleton h-12" />
          <div className="skeleton h-12" />
          <div className="skeleton h-40" />
        </div>
      </div>
    </div>
  );
}
