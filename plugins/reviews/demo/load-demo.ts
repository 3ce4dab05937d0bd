import { type Insertable, sql } from 'kysely';
import type { DemoShop } from '#plugin';
import { publicName } from '../server/author.ts';
import { NO_REVIEWS, ratingOf } from '../server/rating.ts';
import type { settings } from '../settings.ts';
import type { ReviewTable, Tables } from '../tables.ts';
import { createRandom, type Random } from './random.ts';
import { CLOSINGS, CUSTOMER_PICTURES, type DemoText, REPLIES, TEXTS } from './review-texts.ts';

type Demo = DemoShop<typeof settings.fields, Tables>;

const SEED = 20_261_122;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How many of those who bought something write about it. */
const SHARE = 0.48;
/** The newest ones wait for the merchant. */
const PENDING = 5;
const CHUNK = 200;

/**
 * Writes reviews of customers about what was delivered to them, and sets the rating of every product to what its reviews
 * say.
 */
export async function loadDemo({ tx, today, saveSettings, setRating }: Demo): Promise<void> {
  await saveSettings({ isEnabled: true });
  const reviews = inventReviews(await listPurchases(tx), today);
  for (let start = 0; start < reviews.length; start += CHUNK) {
    await tx
      .insertInto('plugin_reviews.review')
      .values(reviews.slice(start, start + CHUNK))
      .execute();
  }
  await rateProducts(tx, reviews, setRating);
}

type Purchase = Awaited<ReturnType<typeof listPurchases>>[number];

/** Each product that a customer got, with the day of its first delivery. */
const listPurchases = (tx: Demo['tx']) =>
  tx
    .selectFrom('orders')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .innerJoin('category', 'category.id', 'product.category_id')
    // Texts are written for the categories of the first level.
    .leftJoin('category as above', 'above.id', 'category.parent_id')
    .leftJoin('category as top', 'top.id', 'above.parent_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('order_status_change as delivery', 'delivery.order_id', 'orders.id')
    .where('orders.status', '=', 'delivered')
    .where('orders.payment_status', '<>', 'refunded')
    .where('delivery.to_status', '=', 'delivered')
    .select([
      'users.id as userId',
      'users.name as customer',
      'product.id as productId',
      'product.slug',
      'product.average_rating as rating',
      // Customers show products in use, as the shop's second picture does.
      sql<string | null>`product.images -> 1 ->> 'url'`.as('picture'),
      ({ fn }) => fn.coalesce('top.slug', 'above.slug', 'category.slug').as('category'),
      ({ fn }) => fn.min<Date>('delivery.created_at').as('deliveredAt'),
    ])
    .groupBy(['users.id', 'product.id', 'category.id', 'above.id', 'top.id'])
    .orderBy(sql`min(delivery.created_at)`)
    .orderBy('users.id')
    .orderBy('product.id')
    .execute();

type DemoReview = Insertable<ReviewTable>;

function inventReviews(purchases: readonly Purchase[], today: Date): DemoReview[] {
  const random = createRandom(SEED);
  /** Texts that a product has already, and products with a picture. */
  const used = new Set<string>();
  const reviews = purchases.flatMap((purchase) => {
    const createdAt = new Date(purchase.deliveredAt.getTime() + random.whole(30, 500) * (DAY_MS / 24));
    const writes = random.chance(SHARE);
    return writes && createdAt < today ? [inventReview(random, purchase, createdAt, today, used)] : [];
  });
  const newest = reviews.toSorted((a, b) => Number(b.created_at) - Number(a.created_at)).slice(0, PENDING);
  for (const review of newest) Object.assign(review, { status: 'pending', reply: null, replied_at: null });
  return reviews.toSorted((a, b) => Number(a.created_at) - Number(b.created_at));
}

function inventReview(
  random: Random,
  { userId, customer, productId, slug, rating, category, picture }: Purchase,
  createdAt: Date,
  today: Date,
  used: Set<string>,
): DemoReview {
  const stars = pickStars(random, Number(rating));
  const texts = TEXTS[category] ?? TEXTS.electronics;
  const kind = stars >= 4 ? 'good' : stars === 3 ? 'fair' : 'poor';
  const [title, text] = pickText(random, texts?.[kind] ?? [], productId, used);
  const closing = kind !== 'poor' && random.chance(0.25) ? CLOSINGS[random.whole(0, CLOSINGS.length - 1)] : undefined;
  const hasPicture = kind === 'good' && CUSTOMER_PICTURES.has(slug) && !used.has(slug);
  if (hasPicture) used.add(slug);
  const replies = kind === 'poor' ? REPLIES.poor : REPLIES.good;
  const repliedAt = new Date(createdAt.getTime() + random.whole(5, 60) * (DAY_MS / 24));
  const hasReply = random.chance(kind === 'poor' ? 0.8 : 0.07) && repliedAt < today;
  return {
    product_id: productId,
    user_id: userId,
    author: publicName(customer),
    stars,
    title,
    text: closing ? `${text} ${closing}` : text,
    pictures: hasPicture && picture ? [picture] : [],
    status: 'published',
    reply: hasReply ? (replies[random.whole(0, replies.length - 1)] ?? null) : null,
    replied_at: hasReply ? repliedAt : null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** Around the rating of the demo catalogue; five stars are given more readily than four. */
function pickStars(random: Random, rating: number): number {
  const around = [1, 2, 3, 4, 5].map((stars) => Math.exp(-((stars - rating) ** 2) / 0.9) * (stars === 5 ? 1.5 : 1));
  return random.pick(around.map((weight) => weight + 0.012)) + 1;
}

/** A text that the product does not have yet, while there is one. */
function pickText(random: Random, texts: readonly DemoText[], productId: number, used: Set<string>): DemoText {
  const left = texts.filter(([title]) => !used.has(`${productId} ${title}`));
  const choices = left.length > 0 ? left : texts;
  const text = choices[random.whole(0, choices.length - 1)] ?? (['Good', 'I like it.'] as const);
  used.add(`${productId} ${text[0]}`);
  return text;
}

async function rateProducts(
  tx: Demo['tx'],
  reviews: readonly DemoReview[],
  setRating: Demo['setRating'],
): Promise<void> {
  const countsOf = new Map<number, number[]>();
  for (const { product_id, stars } of reviews.filter(({ status }) => status === 'published')) {
    const counts = countsOf.get(product_id) ?? [...NO_REVIEWS];
    counts[stars - 1] = (counts[stars - 1] ?? 0) + 1;
    countsOf.set(product_id, counts);
  }
  const rows = [...countsOf].map(([product_id, counts]) => ({ product_id, counts }));
  if (rows.length > 0) await tx.insertInto('plugin_reviews.rating').values(rows).execute();
  for (const { id } of await tx.selectFrom('product').select('id').execute()) {
    await setRating(id, ratingOf(countsOf.get(id) ?? NO_REVIEWS));
  }
}
