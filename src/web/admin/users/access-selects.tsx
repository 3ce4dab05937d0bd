import type { AccessChanger } from './use-access-change.tsx';
import type { AdminUser } from './users-data.ts';

interface SelectProps {
  user: AdminUser;
  change: AccessChanger;
}

/** An account's role; it shows the new one only after the server has accepted it. */
export function RoleSelect({ user, change }: SelectProps) {
  return (
    <select
      aria-label={`Role of ${user.name}`}
      disabled={change.isSaving(user.id)}
      value={user.role}
      className={`status-select ${user.role === 'admin' ? 'badge-primary' : 'badge-secondary'}`}
      onChange={({ target }) => change.request(user, { part: 'role', to: target.value as AdminUser['role'] })}
    >
      <option value="customer">Customer</option>
      <option value="admin">Admin</option>
    </select>
  );
}

/** An account's status. Banned is stored as inactive (back-office §4). */
export function UserStatusSelect({ user, change }: SelectProps) {
  return (
    <select
      aria-label={`Status of ${user.name}`}
      disabled={change.isSaving(user.id)}
      value={user.status}
      className={`status-select ${user.status === 'active' ? 'badge-success' : 'badge-danger'}`}
      onChange={({ target }) => change.request(user, { part: 'status', to: target.value as AdminUser['status'] })}
    >
      <option value="active">Active</option>
      <option value="inactive">Inactive</option>
      <option value="banned">Banned</option>
    </select>
  );
}
