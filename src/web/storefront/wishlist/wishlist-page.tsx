import { lazy, Suspense, useState } from 'react';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { clearWishlist, loadWishlist } from '#web/shared/wishlist/wishlist.ts';
import { useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast, toastFailure } from '#web/ui/toast.ts';
import { WishlistCard } from './wishlist-card.tsx';
import { wishlistFailure } from './wishlist-failure.ts';

const RecommendedProducts = lazy(() =>
  import('#web/shared/catalogue/recommended-products.tsx').catch(() => ({ default: () => null })),
);

/** A long list is rendered in steps. */
const PAGE_SIZE = 24;

export const meta = () => [{ title: pageTitle('My Wishlist') }, { name: 'robots', content: 'noindex' }];

/** Only the browser knows its length: reserve space, so that the footer does not shift. */
export default function WishlistPage() {
  return (
    <div className="whole-screen">
      <Contents />
    </div>
  );
}

function Contents() {
  const { isAuthenticated, loading } = useAuth();
  const { status, entries, error } = useWishlist();

  if (loading) return <WishlistSkeleton />;
  if (!isAuthenticated) {
    return (
      <EmptyState
        icon="heart"
        level="h1"
        title="Please Login"
        action={
          <Link to="/login" state={{ from: '/wishlist' }} className={buttonClass()}>
            Login
          </Link>
        }
      >
        What you keep in your wishlist waits for you here.
      </EmptyState>
    );
  }
  if (status === 'loading') return <WishlistSkeleton />;
  if (status === 'failed') {
    return (
      <EmptyState
        icon="circle-exclamation-point"
        level="h1"
        title="Your wishlist could not be loaded"
        action={<Button onClick={() => void loadWishlist()}>Retry</Button>}
      >
        {error}
      </EmptyState>
    );
  }
  if (entries.length === 0) {
    return (
      <>
        <EmptyState
          icon="heart"
          level="h1"
          title="Your wishlist is empty"
          action={
            <Link to="/products" className={buttonClass()}>
              Browse Products
            </Link>
          }
        />
        <Suspense>
          <RecommendedProducts title="You might like" />
        </Suspense>
      </>
    );
  }
  return <Wishes />;
}

function Wishes() {
  const { entries } = useWishlist();
  const [most, setMost] = useState(PAGE_SIZE);
  const [isAsking, setAsking] = useState(false);
  const [isClearing, setClearing] = useState(false);

  const clear = async () => {
    setClearing(true);
    try {
      await clearWishlist();
      toast('Wishlist cleared');
    } catch (error) {
      toastFailure(wishlistFailure(error, 'Failed to clear wishlist', 'Error clearing wishlist'));
      setClearing(false);
      setAsking(false);
    }
  };

  return (
    <div className="page page-wide py-10 md:py-14">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">My Wishlist ({entries.length})</h1>
        <Button look="secondary" small onClick={() => setAsking(true)}>
          Clear All
        </Button>
      </div>
      <ul className="product-grid product-grid-wide">
        {entries.slice(0, most).map((entry) => (
          <WishlistCard key={entry.product.id} product={entry.product} />
        ))}
      </ul>
      {entries.length > most && (
        <div className="mt-10 grid justify-items-center gap-3">
          <p className="text-muted text-small">
            {most} of {entries.length}
          </p>
          <Button look="secondary" onClick={() => setMost(most + PAGE_SIZE)}>
            Show more
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Clear wishlist"
        confirmLabel="Clear All"
        busy={isClearing && 'Clearing…'}
        onConfirm={() => void clear()}
      >
        Are you sure you want to clear your entire wishlist?
      </ConfirmDialog>
    </div>
  );
}

function WishlistSkeleton() {
  return (
    <div className="page page-wide py-10 md:py-14" role="status" aria-label="Loading your wishlist">
      <h1 className="text-h1 mb-8">My Wishlist</h1>
      <NeedsScripts />
      <div className="product-grid product-grid-wide">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
