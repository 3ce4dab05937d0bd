import type { Transaction } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { type DemoCustomer, demoAdmin, demoShopper } from '../customers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Printed at startup; production never runs the demo shop. */
const PASSWORDS = new Map([
  [demoAdmin.email, 'stoa-admin-demo'],
  [demoShopper.email, 'stoa-shopper-demo'],
]);

/** Two accounts can log in; the others only have orders. @returns user ids by email address. */
export async function loadPeople(
  tx: Transaction,
  people: readonly DemoCustomer[],
  today: Date,
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('users')
    .values(await Promise.all(people.map((person) => userRow(person, today))))
    .returning(['id', 'email'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.email, row.id]));
  await tx
    .insertInto('user_address')
    .values(
      people.map(({ email, address }) => ({
        user_id: idOf.get(email) ?? 0,
        address: JSON.stringify(address),
        is_default: true,
      })),
    )
    .execute();
  return idOf;
}

async function userRow(person: DemoCustomer, today: Date) {
  const joinedAt = new Date(today.getTime() - person.joinedDaysAgo * DAY_MS);
  const password = PASSWORDS.get(person.email);
  return {
    name: person.name,
    email: person.email,
    phone: person.phone ?? null,
    is_admin: person.isAdmin ?? false,
    is_active: person.isActive ?? true,
    password_hash: password === undefined ? null : await hashPassword(password),
    email_verified_at: joinedAt,
    created_at: joinedAt,
    updated_at: joinedAt,
  };
}
