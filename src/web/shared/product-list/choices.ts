import { formatCount } from '#web/shared/numbers.ts';
import type { ListFacets } from './list-facets.ts';
import type { ListCategory } from './results-data.ts';

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

/** The brands by name, with those that are chosen. */
export function brandChoices(facets: Facets, chosen: readonly string[]): (Choice & { isChosen: boolean })[] {
  // Compare folded, because the URL may spell a brand differently.
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const offered = (facets?.brands ?? []).map(({ name, count }) => ({ name, count: count as number | undefined }));
  const others = chosen.filter((brand) => !offered.some(({ name }) => isSame(name, brand)));
  const unused = facets ? 0 : undefined;
  return [...offered, ...others.map((name) => ({ name, count: unused }))]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, count }) => {
      const own = chosen.find((brand) => isSame(name, brand));
      return { value: own ?? name, words: withCount(name, count), isChosen: own !== undefined };
    });
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
