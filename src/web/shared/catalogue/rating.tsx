import { formatCount } from '#web/shared/numbers.ts';
import stars from './stars.svg?no-inline';

/** Width of the five stars in stars.svg, in its own units. */
const FULL = 100;

/** Five stars, filled by one rectangle behind their outline: the share is an attribute, for styles in the page are refused. */
export function Rating({ average, count, words = '' }: { average: string; count: number; words?: string }) {
  if (count === 0) return <p className="rating">No reviews yet</p>;
  const shown = Number(average).toFixed(1);
  return (
    <p className="rating">
      <svg className="stars" viewBox="0 0 100 20" role="img" aria-label={`Rated ${shown} out of 5`}>
        <use href={`${stars}#rest`} />
        <svg width={(Number(average) / 5) * FULL} height="20" aria-hidden="true">
          <use href={`${stars}#full`} />
        </svg>
      </svg>
      <span className="text-ink">{shown}</span> ({formatCount(count)}
      {words})
    </p>
  );
}
