import type { CustomFilterName, Filters } from '#domain/list-address.ts';
import type { CustomFacet, ListFacets } from './list-facets.ts';

export interface CustomChip {
  readonly id: string;
  readonly text: string;
  /** The filters without it. */
  readonly rest: Filters;
}

function chipsOf({ key, label, unit, choices }: CustomFacet, filters: Filters): CustomChip[] {
  const name: CustomFilterName = `custom.${key}`;
  const values = filters[name]?.split(',') ?? [];
  const bounds = [
    ['min', 'from'],
    ['max', 'up to'],
  ] as const;
  return [
    ...values.map((value) => ({
      id: `${name}=${value}`,
      text: `${label}: ${choices.find((choice) => choice.value === value)?.label ?? value}`,
      rest: { ...filters, [name]: values.filter((other) => other !== value).join(',') },
    })),
    ...bounds.flatMap(([end, words]) => {
      const { [`${name}.${end}` as const]: bound, ...rest } = filters;
      return bound ? { id: `${name}.${end}`, text: `${label} ${words} ${bound}${unit && ` ${unit}`}`, rest } : [];
    }),
  ];
}

/**
 * The chips of the filters by custom fields: one for each chosen value and for each bound. They are made with the list's
 * data, so that the page's own scripts do without.
 */
export const customChips = (facets: ListFacets | undefined, filters: Filters): CustomChip[] =>
  (facets?.custom ?? []).flatMap((facet) => chipsOf(facet, filters));
