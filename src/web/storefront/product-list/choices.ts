import { formatCount } from '#web/shared/numbers.ts';
import type { ListCategory } from './list-data.ts';
import type { ListFacets } from './list-facets.ts';

export interface Choice {
  readonly value: string;
  readonly words: string;
}

type Facets = ListFacets | null;

/** Options of a select cannot be indented otherwise. */
const INDENT = '\u2003';

/** A label with its product count, if known. */
export const withCount = (words: string, count: number | undefined): string =>
  count === undefined ? words : `${words} (${formatCount(count)})`;

export function categoryChoices(
  categories: readonly ListCategory[],
  facets: Facets,
  chosen: string | undefined,
): Choice[] {
  const counted = facets ? [...facets.categories, ...(facets.subcategories ?? [])] : [];
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  const choices = categories.map(({ id, name, level = 0 }) => ({
    value: String(id),
    words: withCount(`${INDENT.repeat(level)}${name}`, facets ? (counts.get(id) ?? 0) : undefined),
  }));
  return [{ value: '', words: 'All categories' }, ...withChosen(choices, chosen, 'Category ')];
}

export function brandChoices(facets: Facets, chosen: string | undefined): Choice[] {
  const brands = [...(facets?.brands ?? [])].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const choices = brands.map(({ name, count }) => ({
    // Compare folded, because the URL may spell the brand differently.
    value: name.toLowerCase() === chosen?.toLowerCase() ? chosen : name,
    words: withCount(name, count),
  }));
  return [{ value: '', words: 'All brands' }, ...withChosen(choices, chosen)];
}

export function ratingChoices(facets: Facets, chosen: string | undefined): Choice[] {
  const ratings = facets?.ratings ?? [4, 3, 2, 1].map((min) => ({ min, count: undefined }));
  const choices = ratings.map(({ min, count }) => ({
    value: String(min),
    words: withCount(min === 1 ? '1 star & up' : `${min} stars & up`, count),
  }));
  return [{ value: '', words: 'Any rating' }, ...withChosen(choices, chosen)];
}

/** A chosen value stays selectable, even without products. */
function withChosen(choices: readonly Choice[], chosen: string | undefined, kind = ''): readonly Choice[] {
  if (!chosen || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, words: `${kind}${chosen}` }];
}
