import type { RuleForm } from '#contract/admin/search.ts';
import { readListQuery } from '#domain/catalogue/list-address.ts';
import { MAX_RULES } from '#domain/search/search-limits.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import { normalizeQuery } from './normalize-query.ts';
import {
  findRuleRow,
  insertRule,
  lockRules,
  type RuleColumns,
  readProductsBySku,
  readRules,
  updateRule,
} from './rules.store.ts';
import type { SearchServices } from './search-services.ts';

export const auditFacts = ({ query, pinned, hidden, redirect_to }: RuleColumns) => ({
  query,
  pinned: pinned.join(', '),
  hidden: hidden.join(', '),
  redirect_to,
});

const queryTaken = () => fieldRefusal('search_rule.query_taken', 'query', 'There is a rule for this search already.');

/** The search that a page shows; empty for any other page. */
function searchOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://shop');
  return pathname.startsWith('/products') ? normalizeQuery(readListQuery(searchParams).filters.search ?? '') : '';
}

/**
 * Follows a page to the searches that other rules show instead.
 * @throws Refusal `search_rule.invalid` when they lead back: browsers would be redirected in a circle.
 */
async function refuseCircle(tx: Transaction, { query, redirect_to }: RuleColumns): Promise<void> {
  if (redirect_to === null) return;
  const seen = new Set([query]);
  let search = searchOf(redirect_to);
  if (search === '') return;
  const pages = new Map((await readRules(tx)).map((rule) => [rule.query, rule.redirect_to]));
  while (search !== '') {
    if (seen.has(search)) {
      throw fieldRefusal('search_rule.invalid', 'redirect_to', 'This page leads back to the same search.');
    }
    seen.add(search);
    search = searchOf(pages.get(search) ?? '/');
  }
}

/** @throws Refusal `search_rule.invalid` beside the field that is wrong. */
async function columnsOf(tx: Transaction, form: RuleForm): Promise<RuleColumns> {
  const query = normalizeQuery(form.query);
  if (query === '') throw fieldRefusal('search_rule.invalid', 'query', 'Please enter a word to search for.');
  const bySku = await readProductsBySku(tx, [...form.pinned, ...form.hidden]);
  const idsOf = (field: 'pinned' | 'hidden'): number[] =>
    [...new Set(form[field])].map((sku) => {
      const id = bySku.get(sku);
      if (id === undefined) throw fieldRefusal('search_rule.invalid', field, `No product has the SKU “${sku}”.`);
      return id;
    });
  const rule = { query, pinned: idsOf('pinned'), hidden: idsOf('hidden'), redirect_to: form.redirect_to };
  const both = form.pinned.find((sku) => form.hidden.includes(sku));
  if (both !== undefined)
    throw fieldRefusal('search_rule.invalid', 'hidden', `“${both}” cannot be shown first and hidden at once.`);
  if (rule.redirect_to === null && rule.pinned.length + rule.hidden.length === 0)
    throw fieldRefusal('search_rule.invalid', 'pinned', 'Please choose products, or a page to show instead.');
  await refuseCircle(tx, rule);
  return rule;
}

/** @throws Refusal `search_rule.query_taken`, `.too_many`, `.invalid`. */
export function createRule({ db, now }: SearchServices, form: RuleForm, by: AuditContext): Promise<number> {
  const at = now();
  return inTransaction(db, async (tx) => {
    if ((await lockRules(tx)) >= MAX_RULES) throw new Refusal('search_rule.too_many');
    const rule = await columnsOf(tx, form);
    const id = await insertRule(tx, rule, at);
    if (id === undefined) throw queryTaken();
    const change = { action: 'search_rule.create', entity: 'search_rule', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: null, after: auditFacts(rule), at });
    return id;
  });
}

/** @throws Refusal `search_rule.not_found`, `.changed`, `.query_taken`, `.invalid`. */
export function changeRule(
  { db, now }: SearchServices,
  id: number,
  { revision, ...form }: RuleForm & { readonly revision?: number | undefined },
  by: AuditContext,
): Promise<void> {
  const at = now();
  return inTransaction(db, async (tx) => {
    await lockRules(tx);
    const before = await findRuleRow(tx, id);
    if (!before) throw new Refusal('search_rule.not_found');
    if (revision !== undefined && revision !== before.revision) throw new Refusal('search_rule.changed');
    const rule = await columnsOf(tx, form);
    if (!(await updateRule(tx, id, rule, at))) throw queryTaken();
    const change = { action: 'search_rule.update', entity: 'search_rule', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: auditFacts(before), after: auditFacts(rule), at });
  });
}
