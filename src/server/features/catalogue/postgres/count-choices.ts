import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { addCount, mostFrequent } from '../indexing/most-frequent.ts';
import { optionValueKey } from '../indexing/option-spellings.ts';
import type { CatalogueFacets, ListedCategory } from '../search-engine.ts';
import { type Aspect, conditionsOf, type ReadFilter } from './conditions.ts';
import { type CountedFacets, countFacets, type FacetRow, readPriceRange } from './facets.store.ts';
import type { ManyMatches } from './many-matches.store.ts';
import { KEY_OF } from './product-document.ts';
import type { StoredOptionValue } from './search-tables.store.ts';

interface Choices {
  readonly categories: readonly ListedCategory[];
  /** Those that are filters, in the order of their definitions. */
  readonly fields: readonly CustomField[];
  /** In the order in which they are shown. */
  readonly optionValues: readonly StoredOptionValue[];
}

const STARS = [4, 3, 2, 1] as const;
type Kind = Exclude<FacetRow['kind'], 'spelling'>;

const isMeasured = ({ kind }: CustomField): boolean => kind === 'number' || kind === 'date';

/**
 * How many products each choice beside a list would find.
 * @param many if a text finds too many products to read them all
 */
export async function countChoices(
  db: Database,
  filter: ReadFilter,
  choices: Choices,
  many?: Pick<ManyMatches, 'sample' | 'maxTests'>,
): Promise<CatalogueFacets> {
  const { fields } = choices;
  const sample = many?.sample;
  const kinds: Kind[] = ['category', 'brand', 'stars', 'stock', 'sale'];
  if (choices.optionValues.length > 0) kinds.push('option');
  if (fields.some((field) => !isMeasured(field))) kinds.push('custom');
  if (fields.some(isMeasured)) kinds.push('number');
  const texts = fields.filter(({ kind }) => kind === 'text').map(({ key }) => key);
  /** Choices of a kind that has a condition are counted without it. */
  const own = ownCounts(filter, fields);
  const [base, price, ...others] = await Promise.all([
    countFacets(db, filter, kinds, { sample, texts }),
    readPriceRange(db, conditionsOf(filter, 'price'), many?.maxTests),
    ...own.map(({ aspect, kind }) => countFacets(db, filter, [kind], { aspect, sample, texts })),
  ]);
  const byAspect = new Map(own.map(({ aspect }, place) => [aspect, others[place]]));
  const rowsOf = (kind: FacetRow['kind'], aspect: Aspect): readonly FacetRow[] =>
    ((byAspect.get(aspect) ?? base) as CountedFacets).rows.filter((row) => row.kind === kind);
  const countOf = (kind: Kind, aspect: Aspect, key: string): number =>
    rowsOf(kind, aspect).find((row) => row.key === key)?.count ?? 0;
  const ofCategory = new Map(rowsOf('category', 'category').map(({ key, count }) => [Number(key), count]));
  const tree = new CategoryTree(choices.categories.map(({ id, parentId }) => ({ id, parent_id: parentId })));
  return {
    categories: choices.categories.flatMap((category) => {
      const count = tree.branchOf(category.id).reduce((sum, { id }) => sum + (ofCategory.get(id) ?? 0), 0);
      return count > 0 ? [{ ...category, count }] : [];
    }),
    brands: rowsOf('brand', 'brand')
      .map(({ label, count }) => ({ name: label ?? '', count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
    ratings: STARS.map((stars) => ({
      min: stars,
      count: rowsOf('stars', 'rating').reduce((sum, { key, count }) => sum + (Number(key) >= stars ? count : 0), 0),
    })),
    inStock: countOf('stock', 'stock', ''),
    onSale: countOf('sale', 'sale', ''),
    price,
    custom: fields.map((field) => customFacet(field, rowsOf)),
    options: optionFacets(filter, choices.optionValues, (kind, option) => rowsOf(kind, `option:${option}`)),
  };
}

/** The kinds of choices with a condition of their own. */
function ownCounts(
  { categoryId, brand, minRating, isInStock, isOnSale, options = [], custom = [] }: ReadFilter,
  fields: readonly CustomField[],
): { readonly aspect: Aspect; readonly kind: Kind }[] {
  const simple = [
    { aspect: 'category', kind: 'category', isAsked: categoryId !== undefined },
    { aspect: 'brand', kind: 'brand', isAsked: brand !== undefined },
    { aspect: 'rating', kind: 'stars', isAsked: minRating !== undefined },
    { aspect: 'stock', kind: 'stock', isAsked: isInStock !== undefined },
    { aspect: 'sale', kind: 'sale', isAsked: isOnSale !== undefined },
  ] as const;
  return [
    ...simple.filter(({ isAsked }) => isAsked),
    ...options.map(({ key }) => ({ aspect: `option:${key}` as const, kind: 'option' as const })),
    ...custom.map(({ key }) => {
      const field = fields.find((one) => one.key === key);
      return {
        aspect: `custom:${key}` as const,
        kind: field && isMeasured(field) ? ('number' as const) : ('custom' as const),
      };
    }),
  ];
}

function customFacet(
  field: CustomField,
  rowsOf: (kind: Kind, aspect: Aspect) => readonly FacetRow[],
): CatalogueFacets['custom'][number] {
  const { key } = field;
  if (isMeasured(field)) {
    const { low = null, high = null } = rowsOf('number', `custom:${key}`).find((row) => row.key === key) ?? {};
    return { key, counts: [], range: low === null || high === null ? null : { min: low, max: high } };
  }
  const prefix = `${KEY_OF.custom}${key}=`;
  const rows = rowsOf('custom', `custom:${key}`).filter((row) => row.key.startsWith(prefix));
  return { key, counts: rows.map((row) => ({ value: row.key.slice(prefix.length), count: row.count })), range: null };
}

function optionFacets(
  { options = [] }: ReadFilter,
  known: readonly StoredOptionValue[],
  rowsOf: (kind: 'option' | 'spelling', option: string) => readonly FacetRow[],
): CatalogueFacets['options'] {
  // A chosen value stays visible, even if no product has it.
  const chosen = new Set(options.flatMap(({ key, values }) => values.map((value) => optionValueKey(key, value))));
  return [...Map.groupBy(known, ({ option_key: key }) => key)].flatMap(([option, values]) => {
    const counts = new Map(rowsOf('option', option).map((row) => [row.key, row.count]));
    const spellings = Map.groupBy(rowsOf('spelling', option), ({ key }) => key);
    const names = new Map<string, number>();
    const shown = values.flatMap((stored) => {
      const key = optionValueKey(option, stored.value);
      const count = counts.get(KEY_OF.option + key) ?? 0;
      if (count === 0 && !chosen.has(key)) return [];
      const labels = new Map<string, number>();
      const add = (name: string, label: string, share: number) => {
        addCount(names, name, share);
        addCount(labels, label, share);
      };
      let others = 0;
      for (const { label: spelling, count: share } of spellings.get(KEY_OF.option + key) ?? []) {
        const [name, label] = JSON.parse(spelling ?? '') as [string, string];
        add(name, label, share);
        others += share;
      }
      if (others < count || others === 0) add(stored.option_label, stored.value_label, count - others);
      return [{ value: stored.value, label: mostFrequent(labels), count }];
    });
    return shown.length > 0 ? [{ key: option, label: mostFrequent(names), values: shown }] : [];
  });
}
