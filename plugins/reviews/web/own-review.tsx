import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import {
  Badge,
  Button,
  buttonClass,
  ConfirmDialog,
  Link,
  messageOf,
  Skeleton,
  toast,
  toastFailure,
  useAuth,
} from '#plugin/web';
import type { OwnReview as Review } from '../contract.ts';
import { api } from './reviews-data.ts';
import { Stars } from './stars.tsx';

const ReviewDialog = lazy(() => import('./review-dialog.tsx'));

interface OwnReviewData {
  readonly has_bought: boolean;
  readonly review: Review | null;
}

interface OwnReviewProps {
  product: { readonly id: number; readonly name: string };
  /** The visitor's own review is known; null: none. */
  onLoad: (review: Review | null) => void;
  /** The reviews of the product may have changed. */
  onChange: () => void;
}

/** What the visitor can do: log in, write, or edit what they wrote. */
export default function OwnReview({ product, onLoad, onChange }: OwnReviewProps) {
  const { isAuthenticated, loading } = useAuth();
  const { pathname } = useLocation();
  if (loading) return <Skeleton className="h-12" />;
  if (!isAuthenticated) {
    return (
      <Link to="/login" state={{ from: pathname }} className={buttonClass('secondary')}>
        Log in to write a review
      </Link>
    );
  }
  return <OfCustomer product={product} onLoad={onLoad} onChange={onChange} />;
}

function OfCustomer({ product, onLoad, onChange }: OwnReviewProps) {
  const [own, setOwn] = useState<OwnReviewData | 'failed' | null>(null);
  const [dialog, setDialog] = useState<'write' | 'delete' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  const load = useCallback(async () => {
    try {
      const answer = await api.call('GET /reviews/own/{productId}', { params: { productId: product.id } });
      setOwn(answer);
      onLoad(answer.review);
    } catch {
      setOwn('failed');
    }
  }, [product.id, onLoad]);
  useEffect(() => void load(), [load]);

  const refresh = async () => {
    setDialog(null);
    await Promise.all([load(), revalidate()]);
    onChange();
  };
  const remove = async () => {
    setBusy(true);
    try {
      toast(await api.callForMessage('DELETE /reviews/own/{productId}', { params: { productId: product.id } }));
      await refresh();
    } catch (error) {
      toastFailure(messageOf(error, 'Your review could not be deleted.'));
    } finally {
      setBusy(false);
    }
  };

  if (own === null) return <Skeleton className="h-12" />;
  if (own === 'failed') {
    return (
      <Button look="secondary" onClick={() => void load()}>
        Try again
      </Button>
    );
  }
  if (!own.review && !own.has_bought) {
    return <p className="text-muted text-small">Customers who bought this product can review it.</p>;
  }
  return (
    <>
      {own.review ? (
        <OwnCard review={own.review} onEdit={() => setDialog('write')} onDelete={() => setDialog('delete')} />
      ) : (
        <Button onClick={() => setDialog('write')}>Write a review</Button>
      )}
      {dialog === 'write' && (
        <Suspense>
          <ReviewDialog
            product={product}
            review={own.review}
            onSaved={() => void refresh()}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onClose={() => setDialog(null)}
        title="Delete your review?"
        confirmLabel="Delete review"
        busy={isBusy && 'Deleting…'}
        onConfirm={() => void remove()}
      >
        Stars, text and pictures are removed. You can write another review later.
      </ConfirmDialog>
    </>
  );
}

const STATES = {
  pending: ['warning', 'Waiting for approval'],
  published: ['success', 'Published'],
  rejected: ['danger', 'Not published'],
} as const;

function OwnCard({ review, onEdit, onDelete }: { review: Review; onEdit: () => void; onDelete: () => void }) {
  const [tone, state] = STATES[review.status];
  return (
    <section aria-label="Your review" className="panel p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">Your review</p>
        <Badge tone={tone}>{state}</Badge>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Stars stars={review.stars} /> <span className="min-w-0 wrap-anywhere">{review.title}</span>
      </p>
      <div className="mt-3 -mb-2 -ml-3 flex">
        <Button look="quiet" small onClick={onEdit}>
          Edit
        </Button>
        <Button look="quiet" small onClick={onDelete}>
          Delete
        </Button>
      </div>
    </section>
  );
}
