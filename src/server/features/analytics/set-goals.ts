import { formatDecimal } from '#domain/money/money.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type GoalValues, lockGoals, putGoals } from './goals.store.ts';

export interface GoalChange {
  readonly month: string;
  /** The revision that the admin saw. */
  readonly revision: number;
  readonly goals: GoalValues;
  readonly actor: Caller;
  readonly request: RequestFacts;
  readonly at: Date;
}

const NONE: GoalValues & { readonly revision: number } = {
  revenue_cents: null,
  orders: null,
  customers: null,
  revision: 0,
};

/**
 * Sets the goals of a month and records the change. Setting the current values again changes nothing, whatever the
 * revision, so the call can be repeated.
 * @throws Refusal `goals.changed` when another admin changed them since.
 */
export async function setGoals(
  db: Database,
  { month, revision, goals, actor, request, at }: GoalChange,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = (await lockGoals(tx, month)) ?? NONE;
    const names = ['revenue_cents', 'orders', 'customers'] as const;
    if (names.every((name) => before[name] === goals[name])) return;
    if (before.revision !== revision) throw new Refusal('goals.changed');
    await putGoals(tx, month, { ...goals, revision: revision + 1, by: actor.userId, at });
    await recordAudit(tx, {
      actor,
      request,
      action: 'goals.change',
      entity: 'goals',
      entityId: month,
      before: before.revision === 0 ? null : factsOf(before),
      after: factsOf(goals),
      at,
    });
  });
}

const factsOf = ({ revenue_cents: revenue, orders, customers }: GoalValues) => ({
  revenue: revenue === null ? null : formatDecimal(revenue),
  orders,
  customers,
});
