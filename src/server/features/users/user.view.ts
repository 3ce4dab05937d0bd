import { preferences, type User } from '#contract/storefront/auth.ts';
import type { UserRow } from './users.store.ts';

/** An account as its owner and admins see it. */
export function userView(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    is_admin: row.is_admin,
    is_active: row.is_active,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    date_of_birth: row.date_of_birth,
    gender: row.gender,
    // Preferences of earlier versions that are no longer known are not returned.
    preferences: preferences.catch({}).parse(row.preferences),
    avatar: row.avatar === null ? null : `/media/avatars/${row.avatar}.webp`,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
