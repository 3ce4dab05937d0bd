import type { CardProduct } from '#web/shared/catalogue/card-product.ts';
import RecommendedProducts from '#web/shared/catalogue/recommended-products.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';

/** @param bestsellers those that came with the page; without them they are loaded */
export function EmptyCart({ bestsellers }: { bestsellers: readonly CardProduct[] | undefined }) {
  return (
    <>
      <EmptyState
        icon="shopping-bag"
        level="h1"
        title="Your cart is empty"
        action={
          <Link to="/products" className={buttonClass()}>
            Continue Shopping
          </Link>
        }
      >
        Add some products to get started!
      </EmptyState>
      <RecommendedProducts title="You might like" known={bestsellers} />
    </>
  );
}
