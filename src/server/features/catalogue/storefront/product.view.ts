import type { Product, ProductCard, ProductVariant } from '#contract/storefront/product.ts';
import type { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { customText, shownCustomValues } from '#domain/catalogue/custom-values.ts';
import { CARD_FIELDS, PAGE_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { type ChoiceHint, choiceHints } from '#domain/catalogue/variant-choices.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { wireReader } from '../product-fields.view.ts';
import type { CategoryRow } from './categories.store.ts';
import { categoryOfProductView, categoryStepView, categoryView } from './category.view.ts';
import type { CardRow, ProductRow, VariantRow } from './products.store.ts';

const cardFields = wireReader(CARD_FIELDS);
const pageFields = wireReader(PAGE_FIELDS);

type Categories = ProductContext['categories'];

/** @param categories all of the shop */
export function cardView(row: CardRow, categories: Categories): ProductCard {
  const first = categories.topOf(row.category_id);
  return {
    // First: spreading an object into others takes twice as long.
    ...cardFields(row),
    id: row.id,
    slug: row.slug,
    stock: row.stock,
    category: first
      ? categoryStepView(first)
      : { id: row.category_id, name: row.category_name, slug: row.category_slug },
    has_variants: row.has_variants,
    choices: row.variants ? choiceHints(row.variants).map(choiceView) : [],
    average_rating: row.average_rating,
    review_count: row.review_count,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}

const choiceView = ({ name, values, swatches, count }: ChoiceHint): ProductCard['choices'][number] => ({
  name,
  values: [...values],
  swatches: [...swatches],
  count,
});

function variantView(row: VariantRow): ProductVariant {
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    options: row.options,
    price_modifier: formatDecimal(row.price_modifier_cents),
    stock: row.stock,
    image: row.image,
    swatch: row.swatch,
  };
}

/** What the view of a product needs besides its row. */
export interface ProductContext {
  /** All that are defined. */
  readonly customFields: readonly CustomField[];
  /** All of the shop. */
  readonly categories: CategoryTree<CategoryRow>;
}

/** The category of the first level, as in lists, with the path from it to the product's own. */
function firstLevelView(row: ProductRow, categories: Categories): Product['category'] {
  const own = categoryOfProductView(row, categories);
  const first = categories.topOf(row.category_id);
  if (!first || first.id === own.id) return own;
  const { product_count: _, ...category } = categoryView(first, 0);
  return { ...category, path: own.path };
}

export function productView(row: ProductRow, { customFields, categories }: ProductContext): Product {
  return {
    ...cardView(row, categories),
    ...pageFields(row),
    category: firstLevelView(row, categories),
    image_alts: row.images.map(({ alt }) => alt),
    custom: shownCustomValues(customFields, row.custom, row.category_id).map(({ field, value }) => ({
      key: field.key,
      label: field.label,
      kind: field.kind,
      value,
      text: customText(field, value),
    })),
    variants: (row.variants ?? []).map(variantView),
  };
}
