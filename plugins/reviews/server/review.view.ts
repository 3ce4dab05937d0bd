import type { ProductSummary } from '#plugin';
import type { AdminReview, OwnReview, PublicReview } from '../contract.ts';
import type { ReviewStatus } from '../tables.ts';
import type { AdminRow } from './reviews.store.ts';

interface PublicRow {
  readonly id: number;
  readonly author: string | null;
  readonly stars: number;
  readonly title: string;
  readonly text: string;
  readonly pictures: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly reply: string | null;
  readonly replied_at: Date | null;
}

/** Whether the review has changed since the shop replied. */
export const isOutdated = ({ replied_at, updated_at }: Pick<PublicRow, 'replied_at' | 'updated_at'>): boolean =>
  replied_at !== null && replied_at < updated_at;

const replyView = ({ reply, replied_at }: Pick<PublicRow, 'reply' | 'replied_at'>): PublicReview['reply'] =>
  reply !== null && replied_at ? { text: reply, at: replied_at.toISOString() } : null;

/** As everybody sees it. */
export function publicView(row: PublicRow): PublicReview {
  const { id, author, stars, title, text, pictures, created_at } = row;
  return {
    id,
    author,
    stars,
    title,
    text,
    pictures: [...pictures],
    created_at: created_at.toISOString(),
    reply: isOutdated(row) ? null : replyView(row),
  };
}

interface OwnRow {
  readonly stars: number;
  readonly title: string;
  readonly text: string;
  readonly pictures: readonly string[];
  readonly status: ReviewStatus;
}

/** As its author sees it. */
export function ownView({ stars, title, text, pictures, status }: OwnRow): OwnReview {
  return { stars, title, text, pictures: [...pictures], status };
}

/** As the back office sees it. */
export function adminView(row: AdminRow, product: ProductSummary | undefined): AdminReview {
  const { product_id, product_name, product_slug, customer_id, customer_name, customer_email } = row;
  const reply = replyView(row);
  return {
    ...publicView(row),
    reply: reply && { ...reply, is_outdated: isOutdated(row) },
    status: row.status,
    product: { id: product_id, name: product_name, slug: product_slug, image: product?.image ?? null },
    customer:
      customer_id !== null && customer_name !== null && customer_email !== null
        ? { id: customer_id, name: customer_name, email: customer_email }
        : null,
    updated_at: row.updated_at.toISOString(),
  };
}
