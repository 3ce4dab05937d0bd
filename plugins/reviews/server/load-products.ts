import type { ProductPlace } from '#plugin';
import type { PublicReview } from '../contract.ts';
import type { Services } from '../tables.ts';
import { NO_REVIEWS, type StarCounts } from './rating.ts';
import { publicView } from './review.view.ts';
import { listPublished } from './reviews.store.ts';

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

/** Nothing for cards, and nothing at all while reviews are off: both cost no statement. */
export async function loadProducts(
  services: Services,
  ids: readonly number[],
  place: ProductPlace,
): Promise<ReadonlyMap<number, ProductReviews>> {
  if (place === 'card' || !(await services.settings()).isEnabled) return new Map();
  const ratings = await services.db
    .selectFrom('plugin_reviews.rating')
    .select(['product_id', 'counts'])
    .where('product_id', 'in', ids)
    .execute();
  const countsOf = new Map(ratings.map(({ product_id, counts }) => [product_id, counts]));
  return new Map(
    await Promise.all(ids.map(async (id) => [id, await describe(services, id, countsOf.get(id))] as const)),
  );
}

async function describe({ db }: Services, productId: number, counts: StarCounts = NO_REVIEWS): Promise<ProductReviews> {
  if (counts.every((count) => count === 0)) return { counts, reviews: [], structuredData: {} };
  const rows = await listPublished(db, { productId, sort: 'newest', limit: FIRST_REVIEWS, offset: 0 });
  const reviews = rows.map(publicView);
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
