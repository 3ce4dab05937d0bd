import { z } from 'zod';
import {
  amountInput,
  day,
  formatDecimal,
  MAX_CUSTOM_NUMBER,
  type ProductFilter,
  type ProductRule,
  parseDecimal,
  singleLine,
} from '#plugin';
import { RULE_LIMITS } from './limits.ts';

export const DAY_MS = 86_400_000;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const price = amountInput().transform(formatDecimal);
const limit = z
  .string()
  .refine((text) => (isDay(text) ? day.safeParse(text).success : /^-?\d{1,15}(\.\d{1,3})?$/.test(text)), {
    error: 'Please enter a number or a date.',
    abort: true,
  })
  .refine(
    (text) => isDay(text) || Math.abs(Number(text)) <= MAX_CUSTOM_NUMBER,
    `Please enter a number up to ${MAX_CUSTOM_NUMBER.toLocaleString('en-US')}.`,
  );

interface Limits {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const hasLimit = ({ min, max }: Limits): boolean => min !== undefined || max !== undefined;
const isRange = ({ min, max }: Limits): boolean =>
  min === undefined || max === undefined || numberOf(min) <= numberOf(max);
const NEEDS_LIMIT = { path: ['min'], message: 'Please enter at least one limit.' };
const BACKWARD = { path: ['min'], message: 'The lower limit is above the upper one.' };

/** One condition of a rule. */
const conditionWith = <Price extends z.ZodType<string>, Limit extends z.ZodType<string>>(price: Price, limit: Limit) =>
  z.discriminatedUnion('field', [
    z.object({ field: z.literal('category'), id: z.int().min(1).max(2_147_483_647) }),
    z.object({ field: z.literal('brand'), value: singleLine(1, RULE_LIMITS.brand) }),
    z.object({ field: z.literal('tag'), value: singleLine(1, RULE_LIMITS.tag) }),
    z
      .object({ field: z.literal('price'), min: price.optional(), max: price.optional() })
      .refine(hasLimit, NEEDS_LIMIT)
      .refine(isRange, BACKWARD),
    z.object({ field: z.literal('sale') }),
    z.object({ field: z.literal('stock') }),
    z.object({ field: z.literal('created'), days: z.int().min(RULE_LIMITS.days.min).max(RULE_LIMITS.days.max) }),
    z.object({ field: z.literal('words'), value: singleLine(1, RULE_LIMITS.words) }),
    z
      .object({
        field: z.literal('custom'),
        /** Of a custom field, or of a product field: those begin with `field.`. */
        key: z.string().regex(/^(?:field\.)?[a-z][a-z0-9_]{0,39}$/),
        /** Of a choice or a text, or `true` or `false` of a flag. */
        values: z
          .array(singleLine(1, RULE_LIMITS.value))
          .min(1, 'Please choose at least one value.')
          .max(100)
          .optional(),
        /** Of a number or a date. */
        min: limit.optional(),
        max: limit.optional(),
      })
      .refine((one) => one.values !== undefined || hasLimit(one), NEEDS_LIMIT)
      .refine(isRange, BACKWARD),
  ]);

const ruleWith = <One extends z.ZodType>(condition: One) =>
  z.object({
    match: z.enum(['all', 'any']),
    conditions: z.array(condition).min(1, 'Please add a condition.').max(RULE_LIMITS.conditions),
  });

/** A rule as the API takes it. */
export const rule = ruleWith(conditionWith(price, limit));
/** A rule as the database stores it. Those of earlier versions can have prices and numbers that no product has. */
export const storedRule = ruleWith(conditionWith(z.string(), z.string()));
export type Rule = z.output<typeof storedRule>;
export type Condition = Rule['conditions'][number];

/** A number as it is, a date in days since 1970. */
const numberOf = (text: string): number => (isDay(text) ? Math.floor(Date.parse(text) / DAY_MS) : Number(text));
const maybe = (text: string | undefined): number | undefined => (text === undefined ? undefined : numberOf(text));

function filterOf(one: Condition, now: Date): ProductFilter {
  switch (one.field) {
    case 'category':
      return { categoryId: one.id };
    case 'brand':
      return { brand: one.value };
    case 'tag':
      return { tag: one.value };
    case 'price':
      return priceFilter(one);
    case 'sale':
      return { isOnSale: true };
    case 'stock':
      return { isInStock: true };
    case 'created':
      return { createdSince: now.getTime() - one.days * DAY_MS };
    case 'words':
      return { text: one.value };
    case 'custom':
      return {
        custom: [
          one.values
            ? { key: one.key, values: one.values }
            : { key: one.key, min: maybe(one.min), max: maybe(one.max) },
        ],
      };
  }
}

/** No product costs more than what `parseDecimal` reads. */
function priceFilter({ min, max }: Limits): ProductFilter {
  const [minPrice, maxPrice] = [min, max].map((amount) => (amount === undefined ? undefined : parseDecimal(amount)));
  return min !== undefined && minPrice === undefined ? { among: [] } : { minPrice, maxPrice };
}

/** The products of a rule at a moment, for `services.products`. */
export const filterOfRule = ({ match, conditions }: Rule, now: Date): ProductRule => ({
  match,
  filters: conditions.map((one) => filterOf(one, now)),
});

/**
 * The products that a rule selects because they are new, each with the number of days for which they are. When the first of
 * them is older, the rule may select other products.
 */
export function selectionsOfNew(
  { match, conditions }: Rule,
  now: Date,
): readonly { readonly days: number; readonly rule: ProductRule }[] {
  const aging = conditions.filter((one) => one.field === 'created');
  if (aging.length === 0) return [];
  if (match === 'any') {
    return aging.map((one) => ({ days: one.days, rule: { match: 'all', filters: [filterOf(one, now)] } }));
  }
  const days = Math.min(...aging.map((one) => one.days));
  return [{ days, rule: filterOfRule({ match, conditions }, now) }];
}
