import { counted } from '#plugin/web';
import { ratingOf } from '../server/rating.ts';
import { STARS } from './stars.tsx';

interface RatingSummaryProps {
  /** Reviews with one star, two stars, … */
  counts: readonly number[];
  /** Shown alone, if any. */
  chosen: number | null;
  onChoose: (stars: number | null) => void;
}

/** Average and distribution of a product's reviews; each row shows only the reviews with so many stars. */
export function RatingSummary({ counts, chosen, onChoose }: RatingSummaryProps) {
  const { average, count } = ratingOf(counts);
  return (
    <div>
      {/* Stars and count are beside the product's name and above the list. */}
      <p className="flex items-baseline gap-3">
        <span className="font-display text-6xl leading-none nums">{average.toFixed(1)}</span>
        <span className="text-muted">out of 5</span>
      </p>
      <ul className="mt-5 noscript:pointer-events-none" aria-label="Reviews by stars">
        {STARS.toReversed().map((star) => {
          const reviews = counts[star - 1] ?? 0;
          const label = counted(star, ['star', 'stars']);
          return (
            <li key={star}>
              <button
                type="button"
                disabled={reviews === 0}
                aria-pressed={chosen === star}
                aria-label={`${label}: ${counted(reviews, ['review', 'reviews'])}`}
                onClick={() => onChoose(chosen === star ? null : star)}
                className="grid min-h-11 w-full grid-cols-[3.5rem_minmax(0,1fr)_2.5rem] items-center gap-3 rounded-field px-2 text-left text-small enabled:hover:bg-sunken disabled:text-muted aria-pressed:bg-sunken aria-pressed:font-semibold lg:min-h-9"
              >
                {label}
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
                  <rect width="100" height="8" rx="1.5" className="fill-(--rating-rest)" />
                  <rect width={count === 0 ? 0 : (reviews / count) * 100} height="8" rx="1.5" className="fill-rating" />
                </svg>
                <span className="text-right text-muted nums">{reviews}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
