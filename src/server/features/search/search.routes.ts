import type { AdminRule, AdminSynonym, adminSearchEndpoints } from '#contract/admin/search.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal, refuseWithCurrent } from '#server/platform/refusal.ts';
import { deleteRule } from './delete-rule.ts';
import { deleteSynonym } from './delete-synonym.ts';
import { findRuleRow, listRuleRows, type RuleRow } from './rules.store.ts';
import { changeRule, createRule } from './save-rule.ts';
import { changeSynonym, createSynonym } from './save-synonym.ts';
import { listSearchCounts } from './search-counts.store.ts';
import type { SearchLog } from './search-log.ts';
import type { SearchServices } from './search-services.ts';
import { findSynonymRow, listSynonymRows, type SynonymRow } from './synonyms.store.ts';

export interface SearchAdminServices extends SearchServices {
  readonly searchLog: SearchLog;
}

const synonymView = ({ id, terms, finds, revision, created_at }: SynonymRow): AdminSynonym => ({
  id,
  terms,
  finds,
  revision,
  created_at: created_at.toISOString(),
});

const productView = ({ id, sku, name }: RuleRow['pinned_products'][number]) => ({ id, sku, name });

const ruleView = (row: RuleRow): AdminRule => ({
  id: row.id,
  query: row.query,
  pinned: row.pinned_products.map(productView),
  hidden: row.hidden_products.map(productView),
  redirect_to: row.redirect_to,
  revision: row.revision,
  created_at: row.created_at.toISOString(),
});

async function readSynonym(db: Database, id: number): Promise<{ synonym: AdminSynonym }> {
  const row = await findSynonymRow(db, id);
  if (!row) throw new Refusal('search_synonym.not_found');
  return { synonym: synonymView(row) };
}

async function readRule(db: Database, id: number): Promise<{ rule: AdminRule }> {
  const row = await findRuleRow(db, id);
  if (!row) throw new Refusal('search_rule.not_found');
  return { rule: ruleView(row) };
}

export function searchHandlers(services: SearchAdminServices): Handlers<typeof adminSearchEndpoints> {
  const { db, searchLog } = services;
  return {
    'GET /admin/search/queries': async ({ query }) => {
      // This node's last seconds are part of it.
      await searchLog.flush();
      const filter = { kind: query.kind ?? 'all', search: query.search ?? '' };
      const { rows, total } = await listSearchCounts(db, filter, rangeOf(query));
      return respond(pageOf(query, total, rows));
    },
    'GET /admin/search/synonyms': async ({ query }) => {
      const { rows, total } = await listSynonymRows(db, query.search, rangeOf(query));
      return respond(pageOf(query, total, rows.map(synonymView)));
    },
    'POST /admin/search/synonyms': async ({ caller, request, body }) => {
      const id = await createSynonym(services, body, { actor: caller, request });
      return respond(await readSynonym(db, id), 'Synonyms created successfully');
    },
    'PUT /admin/search/synonyms/{id}': async ({ caller, request, params: { id }, body }) => {
      const read = () => readSynonym(db, id);
      const change = changeSynonym(services, id, body, { actor: caller, request });
      await refuseWithCurrent('search_synonym.changed', change, read);
      return respond(await read(), 'Synonyms updated successfully');
    },
    'DELETE /admin/search/synonyms/{id}': async ({ caller, request, params }) => {
      await deleteSynonym(services, params.id, { actor: caller, request });
      return respond(null, 'Synonyms deleted successfully');
    },
    'GET /admin/search/rules': async ({ query }) => {
      const { rows, total } = await listRuleRows(db, query.search, rangeOf(query));
      return respond(pageOf(query, total, rows.map(ruleView)));
    },
    'POST /admin/search/rules': async ({ caller, request, body }) => {
      const id = await createRule(services, body, { actor: caller, request });
      return respond(await readRule(db, id), 'Search rule created successfully');
    },
    'PUT /admin/search/rules/{id}': async ({ caller, request, params: { id }, body }) => {
      const read = () => readRule(db, id);
      const change = changeRule(services, id, body, { actor: caller, request });
      await refuseWithCurrent('search_rule.changed', change, read);
      return respond(await read(), 'Search rule updated successfully');
    },
    'DELETE /admin/search/rules/{id}': async ({ caller, request, params }) => {
      await deleteRule(services, params.id, { actor: caller, request });
      return respond(null, 'Search rule deleted successfully');
    },
  };
}
