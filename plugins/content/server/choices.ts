import type { Services } from '../tables.ts';

interface Choice {
  readonly id: number;
  readonly name: string;
}

interface ChoiceQuery {
  readonly kind: 'products' | 'categories';
  readonly search: string;
  readonly ids: string;
}

/** Choices offered at once; a search narrows them. */
const MAX_CHOICES = 30;

/** Products or categories that a section can show. */
export async function listChoices({ products }: Services, { kind, search, ids }: ChoiceQuery): Promise<Choice[]> {
  const wanted = ids === '' ? [] : ids.split(',').map(Number);
  if (kind === 'categories') {
    const { categories } = await products.filterOptions();
    const isFound = ({ id, name }: Choice) =>
      wanted.length > 0 ? wanted.includes(id) : name.toLowerCase().includes(search.toLowerCase());
    return categories
      .filter(isFound)
      .slice(0, MAX_CHOICES)
      .map(({ id, name }) => ({ id, name }));
  }
  const found =
    wanted.length > 0
      ? wanted
      : (await products.find({ ...(search && { text: search }), offset: 0, limit: MAX_CHOICES })).ids;
  return (await products.byIds(found)).map(({ id, name }) => ({ id, name }));
}
