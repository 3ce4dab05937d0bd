import type { Facets } from '#contract/storefront/product-page.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import {
  appliesTo,
  type CustomValue,
  customValueFrom,
  customValueProblem,
  dateOfDay,
  dayNumber,
} from '#domain/custom-values.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CatalogueFacets, CustomCondition } from '../search-engine.ts';

/** Filter parameters by what follows `custom.`: `wood` or `width.min`. */
export type CustomQuery = Readonly<Record<string, readonly string[]>>;

function invalid(name: string, message: string): Refusal {
  return new Refusal('request.invalid', { errors: { [`custom.${name}`]: [message] } });
}

/** @throws Refusal `request.invalid` */
function readValue(field: CustomField, name: string, text: string): CustomValue {
  const value = customValueFrom(field, text) ?? text;
  const problem = customValueProblem(field, value);
  if (problem !== undefined) throw invalid(name, problem);
  return value;
}

function readBound(field: CustomField, name: string, query: CustomQuery): number | undefined {
  const text = query[name]?.at(-1);
  if (text === undefined) return undefined;
  const value = readValue(field, name, text);
  return field.kind === 'number' ? Number(value) : dayNumber(String(value));
}

function conditionOf(field: CustomField, query: CustomQuery): CustomCondition | undefined {
  const { key, kind } = field;
  if (kind === 'choice' || kind === 'flag') {
    const given = query[key];
    if (!given) return undefined;
    // An unknown choice matches nothing, like an unknown brand.
    return { key, values: kind === 'flag' ? given.map((text) => String(readValue(field, key, text))) : given };
  }
  const min = readBound(field, `${key}.min`, query);
  const max = readBound(field, `${key}.max`, query);
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max) {
    throw invalid(`${key}.min`, 'The lowest value is above the highest.');
  }
  return { key, min, max };
}

/**
 * A list's conditions on custom fields. Unknown filters are ignored, like all unknown parameters.
 * @param filters the filter fields
 * @throws Refusal `request.invalid` for an invalid filter
 */
export function customConditions(filters: readonly CustomField[], query: CustomQuery): CustomCondition[] {
  return filters.flatMap((field) => conditionOf(field, query) ?? []);
}

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

interface ChosenFilters {
  readonly category: number | undefined;
  readonly custom: readonly CustomCondition[] | undefined;
}

/** The filters offered for a list: those of its category, and active ones. */
export function customFacetsView(
  filters: readonly CustomField[],
  facets: CatalogueFacets['custom'],
  { category, custom = [] }: ChosenFilters,
): Facets['custom'] {
  return filters.flatMap((field) => {
    const { key, label, kind, unit } = field;
    const condition = custom.find((one) => one.key === key);
    const facet = facets.find((one) => one.key === key);
    if (!facet || (!condition && !appliesTo(field, category ?? 0))) return [];
    const used = new Set(condition && 'values' in condition ? condition.values : []);
    const counts = new Map(facet.counts.map(({ value, count }) => [value, count]));
    const choices = (kind === 'flag' ? FLAGS : field.choices)
      .map(({ value, label: words }) => ({ value, label: words, count: counts.get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || used.has(value));
    if (!condition && choices.length === 0 && !facet.range) return [];
    const text = (bound: number) => (kind === 'date' ? dateOfDay(bound) : String(bound));
    const range = facet.range && { min: text(facet.range.min), max: text(facet.range.max) };
    return [{ key, label, kind, unit, choices, range }];
  });
}
