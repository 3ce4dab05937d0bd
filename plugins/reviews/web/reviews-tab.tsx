import { lazy, Suspense, useRef, useState } from 'react';
import { Button, counted, Skeleton, type SlotProduct, type SlotProps } from '#plugin/web';
import type { OwnReview as OwnReviewData } from '../contract.ts';
import type { ProductReviews } from '../server/load-products.ts';
import { RatingSummary } from './rating-summary.tsx';
import { ReviewItem } from './review-item.tsx';
import { countOf, type Sort, useReviews } from './reviews-data.ts';
import { useVisible } from './use-visible.ts';

const OwnReview = lazy(() => import('./own-review.tsx'));

/** The reviews of a product. The first ones are part of the page; the rest is loaded where the tab is opened. */
export default function ReviewsTab({ product, data }: SlotProps<'product.tabs', ProductReviews>) {
  return data ? <Reviews key={product.id} product={product} first={data} /> : null;
}

function Reviews({ product, first }: { product: SlotProduct; first: ProductReviews }) {
  const section = useRef<HTMLDivElement>(null);
  const isVisible = useVisible(section);
  const list = useReviews(product.id, first);
  const all = countOf(first.counts);
  const [own, setOwn] = useState<OwnReviewData | null>(null);
  return (
    <div ref={section} className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid content-start gap-6">
        {all > 0 && (
          <RatingSummary counts={first.counts} chosen={list.filter.stars} onChoose={(stars) => list.show({ stars })} />
        )}
        <div className="min-h-12">
          {isVisible && (
            <Suspense fallback={<Skeleton className="h-12" />}>
              <OwnReview product={product} onLoad={setOwn} onChange={list.reset} />
            </Suspense>
          )}
        </div>
      </div>
      {all === 0 ? (
        <div className="order-first lg:col-span-2">
          <p className="text-lg font-semibold">No reviews yet</p>
          {!own && <p className="mt-1 text-muted">Have you bought it? Your review would be the first.</p>}
        </div>
      ) : (
        <ReviewList list={list} />
      )}
    </div>
  );
}

const countLine = (total: number) => counted(total, ['review', 'reviews']);

function ReviewList({ list }: { list: ReturnType<typeof useReviews> }) {
  const { filter, state, reviews, total } = list;
  const isLoading = state === 'loading';
  return (
    <section aria-label="Reviews" aria-busy={isLoading} className="min-w-0">
      <h2 className="sr-only">Reviews</h2>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 noscript:hidden">
        <p role="status" className="text-muted text-small max-sm:basis-full sm:mr-auto">
          {countLine(total)}
          {filter.stars !== null && ` with ${counted(filter.stars, ['star', 'stars'])}`}
          {filter.onlyWithPictures && ' with pictures'}
        </p>
        <label className="checkbox max-sm:mr-auto">
          <input
            type="checkbox"
            checked={filter.onlyWithPictures}
            onChange={({ target }) => list.show({ onlyWithPictures: target.checked })}
          />
          <span>With pictures</span>
        </label>
        <select
          aria-label="Sort reviews"
          className="input w-auto"
          value={filter.sort}
          onChange={({ target }) => list.show({ sort: target.value as Sort })}
        >
          <option value="newest">Newest first</option>
          <option value="highest">Highest rating</option>
          <option value="lowest">Lowest rating</option>
        </select>
      </div>
      {state === 'failed' ? (
        <div role="alert" className="panel flex flex-wrap items-center justify-between gap-4 p-5">
          <p>The reviews could not be loaded.</p>
          <Button look="secondary" small onClick={list.retry}>
            Try again
          </Button>
        </div>
      ) : (
        <div className={isLoading ? 'opacity-60' : ''}>
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
          {total === 0 && (
            <p className="text-muted">
              No review fits.{' '}
              <button type="button" className="link" onClick={list.reset}>
                Show all reviews
              </button>
            </p>
          )}
        </div>
      )}
      {reviews.length < total && state !== 'failed' && (
        <Button
          look="secondary"
          className="mt-6 noscript:hidden"
          busy={isLoading && 'Loading…'}
          onClick={list.showMore}
        >
          Show more reviews
        </Button>
      )}
    </section>
  );
}
