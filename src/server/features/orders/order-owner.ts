import type { Caller } from '#server/platform/http/handler.ts';

/** Whose order is meant: that of the customer with this id, or anyone's. */
export type OrderOwner = number | 'anyone';

/** Customers get only their own orders, admins any. */
export function ownerFor({ isAdmin, userId }: Pick<Caller, 'isAdmin' | 'userId'>): OrderOwner {
  return isAdmin ? 'anyone' : userId;
}
