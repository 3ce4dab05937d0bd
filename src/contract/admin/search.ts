import { z } from 'zod';
import { SEARCH_RULE_LIMITS } from '#domain/form-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { blankAsMissing, idParam, page, perPage, singleLine, timestamp } from '../fields.ts';

const MAX_TERMS = 20;
const MAX_PINNED = 20;
const MAX_HIDDEN = 100;

const revision = z.int().min(1).optional();
const list = { page, per_page: perPage, search: blankAsMissing(singleLine(0, 100)) } as const;
const params = z.object({ id: idParam });

export const COUNTED_KINDS = ['all', 'without_results', 'without_clicks'] as const;

/** A search text of the last thirty days, without case and punctuation. */
const countedQuery = z.object({
  query: z.string(),
  searches: z.int(),
  without_results: z.int(),
  /** Products that were opened from its results. */
  clicks: z.int(),
});

const terms = z.array(singleLine(1, 60)).max(MAX_TERMS, `At most ${MAX_TERMS} words.`);
const synonymForm = z.object({
  /** Words that are searched for; each has one to three words. */
  terms: terms.min(1, 'This field is required.'),
  /** Words that these find, but not the other way round; empty: `terms` are found by each other. */
  finds: terms.default([]),
});
export type SynonymForm = z.output<typeof synonymForm>;

export const adminSynonym = z.object({
  id: z.int(),
  terms: z.array(z.string()),
  finds: z.array(z.string()),
  /** Counts the changes; sent back with a change, it must still fit. */
  revision: z.int(),
  created_at: timestamp,
});
export type AdminSynonym = z.output<typeof adminSynonym>;
const oneSynonym = z.object({ synonym: adminSynonym });

const sku = singleLine(1, 64);
const path = z
  .string()
  .trim()
  .max(SEARCH_RULE_LIMITS.redirect)
  .regex(/^\/(?!\/)[^\s\\]*$/, 'A page of this shop, beginning with a slash, such as /products/category/2.');
const ruleForm = z.object({
  /** The search that it is for, whatever its case and punctuation. */
  query: singleLine(1, SEARCH_RULE_LIMITS.query),
  /** SKUs of products that come first, in this order. */
  pinned: z.array(sku).max(MAX_PINNED, `At most ${MAX_PINNED} products.`).default([]),
  /** SKUs of products that are not shown. */
  hidden: z.array(sku).max(MAX_HIDDEN, `At most ${MAX_HIDDEN} products.`).default([]),
  /** The page that is shown instead of results. */
  redirect_to: path.nullable().default(null),
});
export type RuleForm = z.output<typeof ruleForm>;

const ruleProduct = z.object({ id: z.int(), sku: z.string(), name: z.string() });
export const adminRule = z.object({
  id: z.int(),
  query: z.string(),
  pinned: z.array(ruleProduct),
  hidden: z.array(ruleProduct),
  redirect_to: z.string().nullable(),
  revision: z.int(),
  created_at: timestamp,
});
export type AdminRule = z.output<typeof adminRule>;
const oneRule = z.object({ rule: adminRule });

export const adminSearchEndpoints = defineEndpoints({
  'GET /admin/search/queries': {
    access: 'admin',
    summary: 'What shoppers searched for in the last thirty days, the most frequent first',
    query: z.object({ ...list, kind: blankAsMissing(z.enum(COUNTED_KINDS)) }),
    data: paged(countedQuery),
  },
  'GET /admin/search/synonyms': {
    access: 'admin',
    summary: "The merchant's own synonyms, newest first; `search` looks in the words",
    query: z.object(list),
    data: paged(adminSynonym),
  },
  'POST /admin/search/synonyms': {
    access: 'admin',
    status: 201,
    summary: 'Adds words that shoppers use for the same thing',
    body: synonymForm,
    data: oneSynonym,
    refusals: ['search_synonym.invalid', 'search_synonym.too_many'],
  },
  'PUT /admin/search/synonyms/{id}': {
    access: 'admin',
    summary: 'Changes words that shoppers use for the same thing',
    params,
    body: synonymForm.extend({ revision }),
    data: oneSynonym,
    refusals: ['search_synonym.not_found', 'search_synonym.changed', 'search_synonym.invalid'],
  },
  'DELETE /admin/search/synonyms/{id}': {
    access: 'admin',
    summary: 'Deletes synonyms',
    params,
    data: noData,
    refusals: ['search_synonym.not_found'],
  },
  'GET /admin/search/rules': {
    access: 'admin',
    summary: 'What is pinned, hidden or shown instead for single searches; `search` looks in the query',
    query: z.object(list),
    data: paged(adminRule),
  },
  'POST /admin/search/rules': {
    access: 'admin',
    status: 201,
    summary: 'Pins and hides products of a search, or shows a page instead',
    body: ruleForm,
    data: oneRule,
    refusals: ['search_rule.query_taken', 'search_rule.invalid', 'search_rule.too_many'],
  },
  'PUT /admin/search/rules/{id}': {
    access: 'admin',
    summary: 'Changes a rule for a search',
    params,
    body: ruleForm.extend({ revision }),
    data: oneRule,
    refusals: ['search_rule.not_found', 'search_rule.changed', 'search_rule.query_taken', 'search_rule.invalid'],
  },
  'DELETE /admin/search/rules/{id}': {
    access: 'admin',
    summary: 'Deletes a rule for a search',
    params,
    data: noData,
    refusals: ['search_rule.not_found'],
  },
});
