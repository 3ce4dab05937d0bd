import type { Facets } from '#contract/storefront/product-page.ts';
import {
  appliesTo,
  type CustomValue,
  customValueFrom,
  customValueProblem,
  dateOfDay,
  dayNumber,
} from '#domain/catalogue/custom-values.ts';
import { escapeFilterText, unescapeFilterText } from '#domain/catalogue/escape-filter-text.ts';
import { type FilterField, filterParameter } from '#domain/catalogue/filter-fields.ts';
import { MAX_FACET_VALUES } from '#domain/catalogue/filter-values.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CatalogueFacets, CustomCondition } from '../search-engine.ts';

/** Filter parameters by key, such as `wood`, `width.min` or `field.weight.max`. */
export type CustomQuery = Readonly<Record<string, readonly string[]>>;

function invalid(name: string, message: string): Refusal {
  return new Refusal('request.invalid', { errors: { [filterParameter(name)]: [message] } });
}

/** @throws Refusal `request.invalid` */
function readValue(field: FilterField, name: string, text: string): CustomValue {
  const value = customValueFrom(field, text) ?? text;
  const problem = customValueProblem(field, value);
  if (problem !== undefined) throw invalid(name, problem);
  return value;
}

function readBound(field: FilterField, name: string, query: CustomQuery): number | undefined {
  const text = query[name]?.at(-1);
  if (text === undefined) return undefined;
  const value = readValue(field, name, text);
  return field.kind === 'number' ? Number(value) : dayNumber(String(value));
}

/** In the address, the texts of a custom field have commas between them, those of a product field line breaks. */
const isEscaped = ({ kind, column }: FilterField): boolean => kind === 'text' && !column;

function conditionOf(field: FilterField, query: CustomQuery): CustomCondition | undefined {
  const { key, kind } = field;
  if (kind !== 'number' && kind !== 'date') {
    const given = query[key];
    if (!given) return undefined;
    if (kind === 'flag') return { key, values: given.map((text) => String(readValue(field, key, text))) };
    // An unknown choice or text matches nothing, like an unknown brand.
    return { key, values: isEscaped(field) ? given.map(unescapeFilterText) : given };
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
 * A list's conditions on fields. Unknown filters are ignored, like all unknown parameters.
 * @param filters the fields that are filters
 * @throws Refusal `request.invalid` for an invalid filter
 */
export function customConditions(filters: readonly FilterField[], query: CustomQuery): CustomCondition[] {
  return filters.flatMap((field) => conditionOf(field, query) ?? []);
}

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The values of a text by which products can be filtered, the most frequent first. */
export function frequentTexts(counts: CatalogueFacets['custom'][number]['counts']): string[] {
  const sorted = counts.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return sorted.slice(0, MAX_FACET_VALUES).map(({ value }) => value);
}

/** The choices to offer. For a text: the most frequent values, and those already chosen. */
function choicesOf(
  { kind, choices }: FilterField,
  counts: CatalogueFacets['custom'][number]['counts'],
  used: ReadonlySet<string>,
) {
  if (kind === 'flag') return FLAGS;
  if (kind !== 'text') return choices;
  const texts = new Set([...frequentTexts(counts), ...used]);
  return [...texts].map((value): Choice => ({ value, label: value }));
}

interface ChosenFilters {
  readonly category: number | undefined;
  readonly custom: readonly CustomCondition[] | undefined;
}

/** The filters offered for a list: those of its category, and active ones. */
export function customFacetsView(
  filters: readonly FilterField[],
  facets: CatalogueFacets['custom'],
  { category, custom = [] }: ChosenFilters,
): Facets['custom'] {
  return filters.flatMap((field) => {
    const { key, label, kind, unit, column } = field;
    const condition = custom.find((one) => one.key === key);
    const facet = facets.find((one) => one.key === key);
    if (!facet || (!condition && !appliesTo(field, category ?? 0))) return [];
    const used = new Set(condition && 'values' in condition ? condition.values : []);
    const counts = new Map(facet.counts.map(({ value, count }) => [value, count]));
    const choices = choicesOf(field, facet.counts, used)
      .map(({ value, label: words }) => ({ value, label: words, count: counts.get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || used.has(value))
      .map((choice) => (isEscaped(field) ? { ...choice, value: escapeFilterText(choice.value) } : choice));
    // Every product has a value for a flag, so offer it only where products differ.
    const least = column?.kind === 'flag' ? 2 : 1;
    if (!condition && choices.length < least && !facet.range) return [];
    const text = (bound: number) => (kind === 'date' ? dateOfDay(bound) : String(bound));
    const range = facet.range && { min: text(facet.range.min), max: text(facet.range.max) };
    const name = filterParameter(key);
    return [{ name, key, label, kind: kind === 'text' ? 'choice' : kind, unit, choices, range }];
  });
}
