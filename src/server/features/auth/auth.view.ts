import { userView } from '#server/features/users/index.ts';
import type { SignedIn } from './register-customer.ts';

/** A session as it is given to its owner, once. */
export function sessionView({ token, user }: SignedIn) {
  return { token, user: userView(user) };
}
