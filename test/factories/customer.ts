import type { Insertable, Selectable } from 'kysely';
import type { Handle } from '#server/platform/database/database.ts';
import type { Users } from '#server/platform/database/schema.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { openSession } from '#server/platform/sessions/sessions.store.ts';
import type { TestShop } from '#test/shop.ts';

/** The password of every customer without another hash. */
export const PASSWORD = 'Correct-horse-1';

export type CreatedUser = Selectable<Users>;

let made = 0;
let passwordHash: Promise<string> | undefined;

/** An active customer with the password `PASSWORD`; all fields can be overridden. */
export async function createCustomer(db: Handle, given: Partial<Insertable<Users>> = {}): Promise<CreatedUser> {
  made += 1;
  passwordHash ??= hashPassword(PASSWORD);
  return db
    .insertInto('users')
    .values({
      name: `Customer ${made}`,
      email: `customer-${made}@example.test`,
      password_hash: await passwordHash,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An active admin with the password `PASSWORD`. */
export function createAdmin(db: Handle, given: Partial<Insertable<Users>> = {}): Promise<CreatedUser> {
  return createCustomer(db, { name: 'Ada Admin', ...given, is_admin: true });
}

/** Creates a session like a login, and returns its token. */
export function signIn({ services }: Pick<TestShop, 'services'>, user: { readonly id: number }): Promise<string> {
  return openSession(services.db, user.id, { address: '127.0.0.1', userAgent: 'test' }, services.now());
}
