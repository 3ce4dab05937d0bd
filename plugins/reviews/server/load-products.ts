import { dependsOn } from '#plugin';
import type { PublicReview } from '../contract.ts';
import type { Services } from '../tables.ts';
import { NO_REVIEWS, type StarCounts } from './rating.ts';
import { publicView } from './review.view.ts';
import { listNewest, readStarCounts } from './reviews.store.ts';

/** Reviews that the server renders. */
const FIRST_REVIEWS = 6;
const DESCRIBED_REVIEWS = 3;

/** What the product page knows of a product's reviews; without it, the shop's own tab is shown. */
export interface ProductReviews {
  readonly counts: StarCounts;
  /** The newest ones. */
  readonly reviews: readonly PublicReview[];
  readonly structuredData: { readonly review?: readonly object[] };
}

/** Two statements for any number of products, and none while reviews are off. */
export async function loadProducts(
  services: Services,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductReviews>> {
  dependsOn('setting', ...ids.map((id) => `product:${id}`));
  if (!(await services.settings()).isEnabled) return new Map();
  const counts = await readStarCounts(services.db, ids);
  const reviewed = ids.filter((id) => counts.get(id)?.some((count) => count > 0));
  const rows = reviewed.length > 0 ? await listNewest(services.db, reviewed, FIRST_REVIEWS) : [];
  const rowsOf = Map.groupBy(rows, ({ product_id }) => product_id);
  return new Map(ids.map((id) => [id, describe(counts.get(id) ?? NO_REVIEWS, (rowsOf.get(id) ?? []).map(publicView))]));
}

function describe(counts: StarCounts, reviews: readonly PublicReview[]): ProductReviews {
  if (reviews.length === 0) return { counts, reviews, structuredData: {} };
  return { counts, reviews, structuredData: { review: reviews.slice(0, DESCRIBED_REVIEWS).map(reviewDescription) } };
}

/** https://schema.org/Review */
const reviewDescription = ({ author, stars, title, text, created_at }: PublicReview) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author ?? 'Former customer' },
  datePublished: created_at.slice(0, 10),
  reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
  name: title,
  reviewBody: text,
});
