import type { AdminCollection, CollectionForm, PickedProduct } from '../admin-contract.ts';
import type { Condition, Rule } from '../rule.ts';
import type { CollectionSort } from '../sorts.ts';

export type ConditionField = Condition['field'];

/** A condition while it is typed. */
export interface ConditionDraft {
  /** Identity of its row. */
  readonly row: number;
  readonly field: ConditionField;
  /** Of a category. */
  readonly id: string;
  /** Of a brand, a tag or words. */
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly days: string;
  /** Of a custom field. */
  readonly key: string;
  readonly values: readonly string[];
}

export interface FormValues {
  name: string;
  slug: string;
  description: string;
  image: string | null;
  seo_title: string;
  seo_description: string;
  kind: 'manual' | 'rule';
  rule: { match: 'all' | 'any'; conditions: ConditionDraft[] };
  /** The picked products themselves; named as the API names their ids, for its messages. */
  product_ids: PickedProduct[];
  sort: CollectionSort;
  max_products: string;
  position: string;
  is_published: boolean;
  /** ISO 8601 in UTC. */
  published_from: string | null;
  published_until: string | null;
}

let rows = 0;

const EMPTY = { id: '', value: '', min: '', max: '', days: '', key: '', values: [] } as const;

export function newCondition(field: ConditionField): ConditionDraft {
  rows += 1;
  return { ...EMPTY, row: rows, field, ...(field === 'created' && { days: '30' }) };
}

function draftOf(condition: Condition): ConditionDraft {
  const draft = newCondition(condition.field);
  switch (condition.field) {
    case 'category':
      return { ...draft, id: String(condition.id) };
    case 'brand':
    case 'tag':
    case 'words':
      return { ...draft, value: condition.value };
    case 'price':
      return { ...draft, min: condition.min ?? '', max: condition.max ?? '' };
    case 'created':
      return { ...draft, days: String(condition.days) };
    case 'custom': {
      const { key, values = [], min = '', max = '' } = condition;
      return { ...draft, key, values, min, max };
    }
    default:
      return draft;
  }
}

/** As the API takes it. It is checked there. */
function conditionOf({ field, id, value, min, max, days, key, values }: ConditionDraft): Condition {
  const limits = { ...(min.trim() && { min: min.trim() }), ...(max.trim() && { max: max.trim() }) };
  switch (field) {
    case 'category':
      return { field, id: Number(id) };
    case 'brand':
    case 'tag':
    case 'words':
      return { field, value };
    case 'price':
      return { field, ...limits };
    case 'created':
      return { field, days: Number(days) };
    case 'custom':
      return { field, key, ...(values.length > 0 && { values: [...values] }), ...limits };
    default:
      return { field };
  }
}

/** Whether a condition can be asked about. */
function isComplete({ field, id, value, min, max, days, key, values }: ConditionDraft): boolean {
  if (field === 'category') return id !== '';
  if (field === 'brand' || field === 'tag' || field === 'words') return value.trim() !== '';
  if (field === 'price') return (min + max).trim() !== '';
  if (field === 'created') return Number(days) >= 1;
  if (field === 'custom') return key !== '' && (values.length > 0 || (min + max).trim() !== '');
  return true;
}

/** The rule as it can be asked about; null while something is missing. */
export function completeRule({ match, conditions }: FormValues['rule']): Rule | null {
  if (conditions.length === 0 || !conditions.every(isComplete)) return null;
  return { match, conditions: conditions.map(conditionOf) };
}

/** For the preview, which leaves out what cannot be saved. */
export const wholeOf = (text: string): number | null => {
  const number = Math.trunc(Number(text));
  return text.trim() !== '' && Number.isFinite(number) && number >= 1 ? number : null;
};

export const valuesOf = (collection: AdminCollection | null): FormValues => ({
  name: collection?.name ?? '',
  slug: collection?.slug ?? '',
  description: collection?.description ?? '',
  image: collection?.image ?? null,
  seo_title: collection?.seo_title ?? '',
  seo_description: collection?.seo_description ?? '',
  kind: collection?.kind ?? 'manual',
  rule: {
    match: collection?.rule?.match ?? 'all',
    conditions: (collection?.rule?.conditions ?? []).map(draftOf),
  },
  product_ids: collection?.products ?? [],
  sort: collection?.sort ?? 'manual',
  max_products: String(collection?.max_products ?? ''),
  position: String(collection?.position ?? 1),
  is_published: collection?.is_published ?? false,
  published_from: collection?.published_from ?? null,
  published_until: collection?.published_until ?? null,
});

export const formOf = (values: FormValues): CollectionForm => ({
  name: values.name,
  slug: values.slug.trim(),
  description: values.description,
  image: values.image,
  seo_title: values.seo_title.trim() || null,
  seo_description: values.seo_description.trim() || null,
  kind: values.kind,
  rule:
    values.kind === 'rule' ? { match: values.rule.match, conditions: values.rule.conditions.map(conditionOf) } : null,
  product_ids: values.kind === 'manual' ? values.product_ids.map(({ id }) => id) : [],
  sort: values.sort,
  max_products: values.max_products === '' ? null : Number(values.max_products),
  position: values.position === '' ? 1 : Number(values.position),
  is_published: values.is_published,
  published_from: values.published_from,
  published_until: values.published_until,
});
