import type { SynonymForm } from '#contract/admin/search.ts';
import { MAX_SYNONYMS } from '#domain/search/search-limits.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { SearchServices } from './search-services.ts';
import { findSynonymRow, insertSynonym, lockSynonyms, readSynonymRules, updateSynonym } from './synonyms.store.ts';
import { type SynonymRule, termKey, termOf } from './words/lexicon.ts';

export const auditFacts = ({ terms, finds }: SynonymRule) => ({ terms: terms.join(', '), finds: finds.join(', ') });

/** @throws Refusal `search_synonym.invalid` for a term that no search can consist of. */
function checkTerms({ terms, finds }: SynonymForm): SynonymRule {
  for (const [field, list] of Object.entries({ terms, finds })) {
    const wrong = list.find((term) => termOf(term) === undefined);
    if (wrong === undefined) continue;
    throw fieldRefusal('search_synonym.invalid', field, `“${wrong}” is not one to three words.`);
  }
  if (new Set([...terms, ...finds].map(termKey)).size < 2) {
    throw fieldRefusal('search_synonym.invalid', 'terms', 'Please enter at least two words that belong together.');
  }
  return { terms, finds };
}

/** Equal for rules whose terms differ only in order or in singular and plural. */
function meaningOf({ terms, finds }: SynonymRule): string {
  return JSON.stringify([terms, finds].map((list) => [...new Set(list.map(termKey))].sort()));
}

/** @throws Refusal `search_synonym.invalid` if another rule has the same meaning. */
async function refuseDuplicate(tx: Transaction, rule: SynonymRule, ownId: number | undefined): Promise<void> {
  const meaning = meaningOf(rule);
  const stored = await readSynonymRules(tx);
  if (!stored.some((other) => other.id !== ownId && meaningOf(other) === meaning)) return;
  throw fieldRefusal('search_synonym.invalid', 'terms', 'These synonyms exist already.');
}

/** @throws Refusal `search_synonym.invalid`, `.too_many`. */
export function createSynonym({ db, now }: SearchServices, form: SynonymForm, by: AuditContext): Promise<number> {
  const at = now();
  const rule = checkTerms(form);
  return inTransaction(db, async (tx) => {
    if ((await lockSynonyms(tx)) >= MAX_SYNONYMS) throw new Refusal('search_synonym.too_many');
    await refuseDuplicate(tx, rule, undefined);
    const id = await insertSynonym(tx, { ...rule, at });
    const change = { action: 'search_synonym.create', entity: 'search_synonym', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: null, after: auditFacts(rule), at });
    return id;
  });
}

/** @throws Refusal `search_synonym.not_found`, `.changed`, `.invalid`. */
export function changeSynonym(
  { db, now }: SearchServices,
  id: number,
  { revision, ...form }: SynonymForm & { readonly revision?: number | undefined },
  by: AuditContext,
): Promise<void> {
  const at = now();
  const rule = checkTerms(form);
  return inTransaction(db, async (tx) => {
    await lockSynonyms(tx);
    const before = await findSynonymRow(tx, id);
    if (!before) throw new Refusal('search_synonym.not_found');
    if (revision !== undefined && revision !== before.revision) throw new Refusal('search_synonym.changed');
    await refuseDuplicate(tx, rule, id);
    await updateSynonym(tx, id, { ...rule, at });
    const change = { action: 'search_synonym.update', entity: 'search_synonym', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: auditFacts(before), after: auditFacts(rule), at });
  });
}
