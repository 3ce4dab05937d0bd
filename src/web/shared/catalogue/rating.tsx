import { formatCount } from '#web/shared/numbers.ts';
import stars from './stars.svg?no-inline';

/** Width of the five stars in stars.svg, in SVG units. */
const FULL = 100;

/**
 * Five stars, filled by a rectangle behind their outline. The share is an attribute, because the policy forbids inline
 * styles. Screen readers get one sentence; on cards, sighted shoppers get only numbers.
 */
export function Rating({ average, count, inWords }: { average: string; count: number; inWords?: boolean }) {
  if (count === 0) return <p className="rating">No reviews yet</p>;
  const shown = Number(average).toFixed(1);
  const number = formatCount(count);
  const reviews = `${number} review${count > 1 ? 's' : ''}`;
  return (
    <p className="rating">
      <svg className="stars" viewBox="0 0 100 20" role="img" aria-label={`Rated ${shown} out of 5, ${reviews}`}>
        <use href={`${stars}#rest`} />
        <svg width={(Number(average) / 5) * FULL} height="20" aria-hidden="true">
          <use href={`${stars}#full`} />
        </svg>
      </svg>
      <span aria-hidden="true">
        <span className="text-ink">{shown}</span>
        {` (${inWords ? reviews : number})`}
      </span>
    </p>
  );
}
