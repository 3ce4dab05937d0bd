import { z } from 'zod';
import { CUSTOM_FIELD_KINDS, CUSTOM_KEY, MAX_CHOICES } from '#domain/catalogue/custom-fields.ts';
import { SLUG } from '#domain/catalogue/slug.ts';
import { CUSTOM_FIELD_LIMITS } from '#domain/form-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { blankAsMissing, id, idParam, inRange, page, perPage, singleLine } from '../fields.ts';

export const adminCustomField = z.object({
  /** Null: a plug-in declares it, and it cannot be changed here. */
  id: z.int().nullable(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(CUSTOM_FIELD_KINDS),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Null: for the products of all categories. */
  category: z
    .object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      /** The categories below it, whose products have the field as well. */
      below: z.array(z.object({ id: z.int(), slug: z.string() })),
    })
    .nullable(),
  unit: z.string(),
  help: z.string(),
  is_filter: z.boolean(),
  sort_order: z.int(),
  /** The plug-in that declares it. */
  plugin: z.string().nullable(),
  /** Products with a stored value, which stays stored when the field is deleted. Null: not counted. */
  product_count: z.int().nullable(),
  /** Counts the changes; sent back with a change, it must still fit. */
  revision: z.int(),
});
export type AdminCustomField = z.output<typeof adminCustomField>;

const choice = z.object({
  /** Of a choice that exists; made from the label of a new one. */
  value: z.string().max(60).regex(SLUG).optional(),
  label: singleLine(1, CUSTOM_FIELD_LIMITS.choice),
});

const terms = z.object({
  label: singleLine(1, CUSTOM_FIELD_LIMITS.label),
  kind: z.enum(CUSTOM_FIELD_KINDS),
  choices: z.array(choice).max(MAX_CHOICES, `At most ${MAX_CHOICES} choices.`).default([]),
  category_id: id.nullable().default(null),
  unit: singleLine(0, CUSTOM_FIELD_LIMITS.unit).default(''),
  help: singleLine(0, CUSTOM_FIELD_LIMITS.help).default(''),
  is_filter: z.boolean().default(false),
  sort_order: inRange(CUSTOM_FIELD_LIMITS.sortOrder).default(1),
});
export type CustomFieldTerms = z.output<typeof terms>;

const key = z
  .string()
  .trim()
  .regex(CUSTOM_KEY, 'Lowercase letters, digits and underscores, beginning with a letter; 40 at most.');

interface Issue {
  readonly path: string;
  readonly message: string;
}

function problemOf({ kind, choices }: CustomFieldTerms): Issue | undefined {
  if (kind !== 'choice') return undefined;
  if (choices.length === 0) return { path: 'choices', message: 'Please enter at least one choice.' };
  // A CSV file may name a choice by its label or its value.
  const names = choices.flatMap(({ value, label }) => [...new Set([label.toLowerCase(), value ?? []].flat())]);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : { path: 'choices', message: `There are two choices “${twice}”.` };
}

const refuse = (value: CustomFieldTerms, context: z.RefinementCtx) => {
  const problem = problemOf(value);
  if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
};

const params = z.object({ id: idParam });
const one = z.object({ field: adminCustomField });

export const adminCustomFieldEndpoints = defineEndpoints({
  'GET /admin/custom-fields': {
    access: 'admin',
    summary: 'All custom fields of products in their order, those of plug-ins last; `search` looks in label and key',
    query: z.object({
      search: blankAsMissing(singleLine(0, 200)),
      page,
      per_page: perPage,
      /** `no`: without `product_count`, which reads all products. */
      counted: z.enum(['yes', 'no']).default('yes'),
    }),
    data: paged(adminCustomField),
  },
  'POST /admin/custom-fields': {
    access: 'admin',
    status: 201,
    summary: 'Defines a custom field; values that products still have under its key are shown again',
    body: terms.extend({ key }).superRefine(refuse),
    data: one,
    refusals: [
      'custom_field.key_taken',
      'custom_field.too_many',
      'custom_field.too_many_filters',
      'custom_field.invalid',
    ],
  },
  'PUT /admin/custom-fields/{id}': {
    access: 'admin',
    summary: 'Changes a custom field; its key is fixed, and its kind too once products have values',
    params,
    body: terms.extend({ revision: z.int().min(1).optional() }).superRefine(refuse),
    data: one,
    refusals: [
      'custom_field.not_found',
      'custom_field.changed',
      'custom_field.kind_in_use',
      'custom_field.too_many_filters',
      'custom_field.invalid',
    ],
  },
  'DELETE /admin/custom-fields/{id}': {
    access: 'admin',
    summary: 'Deletes a custom field; values of products stay stored, but are shown nowhere',
    params,
    data: noData,
    refusals: ['custom_field.not_found'],
  },
});
