import { ownUserView } from '#server/features/users/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SignedIn } from './register-customer.ts';

/** A session with its token, returned to its owner once. */
export async function sessionView(db: Database, { token, user }: SignedIn) {
  return { token, user: await ownUserView(db, user) };
}
