import type { Transaction } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/platform/password-hashing.ts';
import { DEMO_ADMIN, DEMO_SHOPPER, demoCustomers } from '../customers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Two of them can sign in; the others are people of the order history. @returns user ids by e-mail address. */
export async function loadPeople(tx: Transaction, today: Date): Promise<Map<string, number>> {
  const passwords = new Map([
    [DEMO_ADMIN.email as string, await hashPassword(DEMO_ADMIN.password)],
    [DEMO_SHOPPER.email as string, await hashPassword(DEMO_SHOPPER.password)],
  ]);
  const people = [
    { name: DEMO_ADMIN.name, email: DEMO_ADMIN.email, phone: null, is_admin: true, joinedDaysAgo: 400 },
    ...demoCustomers.map(({ name, email, phone, joinedDaysAgo }) => ({
      name,
      email,
      phone,
      is_admin: false,
      joinedDaysAgo,
    })),
  ];
  const rows = await tx
    .insertInto('users')
    .values(
      people.map(({ joinedDaysAgo, ...person }) => {
        const joinedAt = new Date(today.getTime() - joinedDaysAgo * DAY_MS);
        return {
          ...person,
          password_hash: passwords.get(person.email) ?? null,
          email_verified_at: joinedAt,
          created_at: joinedAt,
          updated_at: joinedAt,
        };
      }),
    )
    .returning(['id', 'email'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.email, row.id]));
  await tx
    .insertInto('user_address')
    .values(
      demoCustomers.map(({ email, address }) => ({
        user_id: idOf.get(email) ?? 0,
        address: JSON.stringify(address),
        is_default: true,
      })),
    )
    .execute();
  return idOf;
}
