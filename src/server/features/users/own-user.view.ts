import type { OwnUser } from '#contract/storefront/auth.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { findPendingEmail } from './pending-email.store.ts';
import { userView } from './user.view.ts';
import type { UserRow } from './users.store.ts';

/** An account as its owner sees it. */
export async function ownUserView(db: Handle, row: UserRow): Promise<OwnUser> {
  return { ...userView(row), pending_email: (await findPendingEmail(db, row.id)) ?? null };
}
