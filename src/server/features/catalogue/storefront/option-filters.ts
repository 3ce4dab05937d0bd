import type { ProductCard } from '#contract/storefront/product.ts';
import type { Facets } from '#contract/storefront/product-page.ts';
import { FAMILY_SWATCHES } from '#domain/catalogue/colour-family.ts';
import {
  COLOUR,
  compareOptionValues,
  decidedOptions,
  meetsConditions,
  type OptionCondition,
  SIZE,
  sizeSystem,
} from '#domain/catalogue/option-values.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { CatalogueFacets, ListCondition } from '../search-engine.ts';
import type { PicturedVariant } from './products.store.ts';

type OptionFacet = Facets['options'][number];

/** Options offered for a list, and values of each: the most frequent ones. */
const MAX_OPTIONS = 10;
const MAX_VALUES = 60;

const SWATCHES: ReadonlyMap<string, string> = new Map(Object.entries(FAMILY_SWATCHES));

function optionView(
  { key, label, values }: CatalogueFacets['options'][number],
  chosen: ReadonlySet<string>,
): OptionFacet {
  const unused = [...chosen].filter((value) => !values.some((one) => one.value === value));
  const compare = compareOptionValues(key);
  const offered = values
    .toSorted(
      (a, b) =>
        Number(chosen.has(b.value)) - Number(chosen.has(a.value)) || b.count - a.count || (a.value < b.value ? -1 : 1),
    )
    .slice(0, MAX_VALUES)
    // A chosen value stays visible, even if no product has it.
    .concat(unused.map((value) => ({ value, label: value, count: 0 })))
    .sort((a, b) => compare(a.value, b.value));
  return {
    key,
    label,
    values: offered.map(({ value, label: words, count }) => ({
      value,
      label: words,
      count,
      swatch: key === COLOUR ? (SWATCHES.get(value) ?? null) : null,
      system: key === SIZE ? sizeSystem(value) : null,
    })),
  };
}

const largest = ({ values }: CatalogueFacets['options'][number]): number =>
  Math.max(0, ...values.map(({ count }) => count));

/** Colours, then sizes, then the options of the most products. */
function rankOf({ key }: { readonly key: string }): number {
  return key === COLOUR ? 0 : key === SIZE ? 1 : 2;
}

/**
 * The filters by options offered for a list: those in use, and those that leave a choice.
 * @param facets in any order: that of an engine depends on what it has seen before, and nodes offer the same
 */
export function optionFacetsView(
  facets: CatalogueFacets['options'],
  conditions: readonly OptionCondition[],
): Facets['options'] {
  return facets
    .map((facet) => ({
      facet,
      chosen: new Set(conditions.flatMap(({ key, values }) => (key === facet.key ? values : []))),
    }))
    .filter(({ facet, chosen }) => chosen.size > 0 || facet.values.length > 1)
    .sort(({ facet: a }, { facet: b }) => rankOf(a) - rankOf(b) || largest(b) - largest(a) || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_OPTIONS)
    .map(({ facet, chosen }) => optionView(facet, chosen));
}

/** The first variant that meets all conditions, one in stock if there is one; undefined without conditions. */
export function matchingVariant(
  variants: readonly PicturedVariant[] | null,
  conditions: readonly OptionCondition[],
): ProductCard['matching_variant'] {
  if (!variants || conditions.length === 0) return undefined;
  const matching = variants.filter((variant) => meetsConditions(variant, conditions));
  const first = matching.find(({ stock }) => stock > 0) ?? matching[0];
  return first && { id: first.id, options: decidedOptions(variants, first, conditions), image: first.image };
}

/** The shortest text of an amount: `200`, not `200.00`. */
const amountText = (cents: number): string => formatDecimal(cents).replace(/\.00$/, '');

/**
 * The parameters of a list that say the same as a condition of its search text; undefined where no product of the list has
 * such an option.
 * @param facets the options of the list's products; undefined if they are unknown
 */
export function listParameters(
  { minPrice, maxPrice, isInStock, isOnSale, options = [] }: ListCondition,
  facets: CatalogueFacets['options'] | undefined,
): Record<string, string> | undefined {
  const parameters = {
    ...(minPrice !== undefined && { minPrice: amountText(minPrice) }),
    ...(maxPrice !== undefined && { maxPrice: amountText(maxPrice) }),
    ...(isInStock && { inStock: 'true' }),
    ...(isOnSale && { onSale: 'true' }),
    ...Object.fromEntries(
      options.flatMap(({ key, values }) => {
        const offered = facets?.find((facet) => facet.key === key)?.values;
        const had = facets ? values.filter((value) => offered?.some((one) => one.value === value)) : values;
        return had.length > 0 ? [[`option.${key}`, had.join(',')]] : [];
      }),
    ),
  };
  return Object.keys(parameters).length > 0 ? parameters : undefined;
}
