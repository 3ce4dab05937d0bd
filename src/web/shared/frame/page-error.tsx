import { isRouteErrorResponse } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';

/** Shown when the frame around the pages fails as well. */
export function PageError({ error }: { error: unknown }) {
  return (
    <main id="content">
      <BrokenPage error={error} />
    </main>
  );
}

/** Shown in place of a failed page. */
export function BrokenPage({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (isMissing) return <PageNotFound />;
  return (
    <EmptyState
      icon="triangle-exclamation-point"
      level="h1"
      title="Oops! Something went wrong"
      action={
        <>
          <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
            Try again
          </button>
          <Link to="/" reloadDocument className={buttonClass('secondary')}>
            Back to home
          </Link>
        </>
      }
    >
      An unexpected error occurred
    </EmptyState>
  );
}

/** Storefront §2: any other path. */
export function PageNotFound() {
  return (
    <EmptyState
      icon="search-x"
      level="h1"
      title="Page Not Found"
      action={
        <>
          <Link to="/products" className={buttonClass('primary')}>
            Browse products
          </Link>
          <Link to="/contact" className={buttonClass('secondary')}>
            Contact us
          </Link>
        </>
      }
    >
      This page is under development.
    </EmptyState>
  );
}
