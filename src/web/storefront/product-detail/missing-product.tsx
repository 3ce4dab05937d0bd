import { useRevalidator } from 'react-router';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import type { ProductData } from './product-data.ts';

/** The product does not exist or failed to load (storefront §2 and §8). */
export default function MissingProduct({ failure, reason, status }: Extract<ProductData, { product: null }>) {
  const { revalidate } = useRevalidator();
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
      <p>{failure}</p>
      {reason && <p className="mt-1">{reason}</p>}
    </EmptyState>
  );
}
