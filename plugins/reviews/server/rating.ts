import type { ProductRating } from '#plugin';

/** Published reviews with one star, two stars, … */
export type StarCounts = readonly number[];

export const NO_REVIEWS: StarCounts = [0, 0, 0, 0, 0];

/** Average and number of the reviews behind star counts. */
export function ratingOf(counts: StarCounts): ProductRating {
  const count = counts.reduce((sum, reviews) => sum + reviews, 0);
  const stars = counts.reduce((sum, reviews, index) => sum + reviews * (index + 1), 0);
  return { average: count === 0 ? 0 : stars / count, count };
}
