import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export interface GoalValues {
  /** Cents; null: no goal. */
  readonly revenue_cents: number | null;
  readonly orders: number | null;
  readonly customers: number | null;
}

export interface GoalRow extends GoalValues {
  readonly revision: number;
  readonly updated_at: Date;
  /** Null: the account was deleted. */
  readonly updated_by_name: string | null;
}

const firstDay = (month: string): string => `${month}-01`;

/** @param month `2026-11` */
export async function findGoals(db: Database, month: string): Promise<GoalRow | undefined> {
  return db
    .selectFrom('monthly_goal')
    .leftJoin('users', 'users.id', 'monthly_goal.updated_by')
    .select(['revenue_cents', 'orders', 'customers', 'revision', 'monthly_goal.updated_at'])
    .select('users.name as updated_by_name')
    .where('month', '=', firstDay(month))
    .executeTakeFirst();
}

/** Lets only one admin change the goals of a month until the transaction ends, even if there are none yet. */
export async function lockGoals(
  tx: Transaction,
  month: string,
): Promise<(GoalValues & { revision: number }) | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('monthly_goal'), hashtext(${month}))`.execute(tx);
  return tx
    .selectFrom('monthly_goal')
    .select(['revenue_cents', 'orders', 'customers', 'revision'])
    .where('month', '=', firstDay(month))
    .executeTakeFirst();
}

export async function putGoals(
  tx: Transaction,
  month: string,
  goals: GoalValues & { readonly revision: number; readonly by: number; readonly at: Date },
): Promise<void> {
  const { by, at, ...values } = goals;
  const row = { ...values, updated_by: by, updated_at: at };
  await tx
    .insertInto('monthly_goal')
    .values({ month: firstDay(month), ...row })
    .onConflict((conflict) => conflict.column('month').doUpdateSet(row))
    .execute();
}
