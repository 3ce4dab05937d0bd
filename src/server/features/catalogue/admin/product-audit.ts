import { formatDecimal } from '#domain/money.ts';
import { type AuditedChange, recordAudit } from '#server/platform/audit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { By } from './admin-change.ts';
import type { ProductColumns } from './change-products.store.ts';

type Facts = NonNullable<AuditedChange['after']>;

/** A product as the audit tells it: one plain value a field. */
export function productFacts(columns: ProductColumns, more: Facts = {}): Facts {
  return {
    name: columns.name,
    slug: columns.slug,
    description: columns.description,
    short_description: columns.short_description,
    price: formatDecimal(columns.price_cents),
    sale_price: columns.sale_price_cents === null ? null : formatDecimal(columns.sale_price_cents),
    sku: columns.sku,
    category_id: columns.category_id,
    is_active: columns.is_active,
    is_featured: columns.is_featured,
    brand: columns.brand,
    weight_grams: columns.weight_grams,
    images: columns.images.map(({ url }) => url).join(', '),
    specifications: Object.entries(columns.specifications)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    features: columns.features.join('; '),
    tags: columns.tags.join(', '),
    meta_title: columns.meta_title,
    meta_description: columns.meta_description,
    ...more,
  };
}

interface ProductChangeFacts {
  readonly action: string;
  readonly id: number;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** What of a product is other than before, as the audit keeps it. */
export function auditedProduct(
  { actor, request }: Pick<AuditedChange, 'actor' | 'request'>,
  { action, id, before, after }: ProductChangeFacts,
  at: Date,
): AuditedChange {
  const isOther = (name: string) => before === null || after === null || before[name] !== after[name];
  const different = (facts: Facts | null) =>
    facts && Object.fromEntries(Object.entries(facts).filter(([name]) => name === 'name' || isOther(name)));
  return {
    actor,
    request,
    action,
    entity: 'product',
    entityId: String(id),
    before: different(before),
    after: different(after),
    at,
  };
}

/** Writes down what of a product is other than before. */
export async function auditProduct(tx: Transaction, by: By, change: ProductChangeFacts, at: Date): Promise<void> {
  await recordAudit(tx, auditedProduct(by, change, at));
}
