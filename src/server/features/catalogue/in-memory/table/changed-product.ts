import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import type { ReadText, SearchableText } from '#server/features/search/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { categoryNames } from '../../indexing/category-names.ts';
import {
  type IndexedProductRow,
  type IndexedText,
  type KnownProduct,
  readIndexedRows,
} from '../../indexing/indexed-products.store.ts';
import { optionValues, type SearchedVariant, variantKeys } from '../../indexing/variant-keys.ts';
import type { ProductFacts } from './product-columns.ts';

/** A product whose facts, and possibly text, have changed. */
export interface ChangedProduct {
  readonly facts: ProductFacts;
  /** Undefined: text and options are unchanged. */
  readonly text: SearchableText | undefined;
  /** The words of the text, if a worker has read it. */
  readonly read?: ReadText;
  readonly variants?: readonly SearchedVariant[] | undefined;
}

/** Reads the visible ones among these products; the text only if it differs from the known one. */
export async function readChangedProducts(
  db: Database,
  known: readonly KnownProduct[],
  filters: readonly FilterField[],
): Promise<ChangedProduct[]> {
  const rows = await readIndexedRows(db, known, filters, 'names');
  return rows.map(changeOf);
}

function changeOf(row: IndexedProductRow): ChangedProduct {
  return {
    facts: {
      id: row.id,
      categoryId: row.category_id,
      name: row.name,
      brand: row.brand,
      price: row.price,
      isOnSale: row.is_on_sale,
      createdAt: row.created_at,
      rating: row.rating,
      reviewCount: row.review_count,
      stock: row.stock,
      stockRowCount: row.stock_row_count,
      inStock: row.in_stock ?? undefined,
      sold: row.sold,
      textHash: row.text_hash,
      custom: row.custom ?? undefined,
    },
    text: row.text ? searchableText(row.text) : undefined,
    variants: row.text?.variants,
  };
}

function searchableText({ specifications = {}, variants, category, ...text }: IndexedText): SearchableText {
  return {
    ...text,
    ...categoryNames(category),
    specifications: Object.entries(specifications).map(([name, value]) => `${name} ${value}`),
    options: optionValues(variants),
    keys: variantKeys(variants),
  };
}
