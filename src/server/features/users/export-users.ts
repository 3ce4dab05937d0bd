import type { SentFile } from '#contract/endpoint.ts';
import { CSV_START, csvLine } from '#csv/csv-line.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { type ListedUser, listUserRowsAfter, type UserFilter } from './admin-users.store.ts';
import type { UserServices } from './user-services.ts';

/** Read while earlier rows are being sent. */
const BATCH_SIZE = 1_000;

const HEADINGS = [
  'ID',
  'Name',
  'Email',
  'Phone',
  'Role',
  'Status',
  'Email verified',
  'Last login',
  'Created',
  'Orders',
  'Total spent',
  'Currency',
] as const;

function cellsOf(user: ListedUser, currency: string): readonly (string | number | null)[] {
  return [
    user.id,
    user.name,
    user.email,
    user.phone,
    user.is_admin ? 'admin' : 'customer',
    user.is_active ? 'active' : 'inactive',
    user.email_verified_at?.toISOString() ?? null,
    user.last_login_at?.toISOString() ?? null,
    user.created_at.toISOString(),
    user.orders_count,
    formatDecimal(user.spent_cents),
    currency.toUpperCase(),
  ];
}

async function* partsOf(db: Database, filter: UserFilter, currency: string): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEADINGS);
  let last = 0;
  for (;;) {
    const rows = await listUserRowsAfter(db, filter, last, BATCH_SIZE, currency);
    yield rows.map((user) => csvLine(cellsOf(user, currency))).join('');
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH_SIZE) return;
  }
}

/** Matching accounts as CSV, by id, so that concurrent registrations do not shift rows. */
export async function exportUsers(
  { db, now, settings }: UserServices,
  filter: UserFilter,
  { actor, request }: AuditContext,
): Promise<SentFile> {
  const at = now();
  // Personal data leaves the shop, so record who exported it.
  await inTransaction(db, (tx) =>
    recordAudit(tx, {
      actor,
      request,
      action: 'user.exported',
      entity: 'user',
      entityId: 'all',
      before: null,
      after: { role: filter.role ?? 'all', status: filter.status ?? 'all', is_searched: filter.search !== undefined },
      at,
    }),
  );
  const currency = paymentCurrency((await settings.get('site')).currency);
  return { name: `users-${at.toISOString().slice(0, 10)}.csv`, content: partsOf(db, filter, currency) };
}
