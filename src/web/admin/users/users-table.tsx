import { Amount } from '#web/shared/amount.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import type { ListAddress } from '../shared/list/use-list-address.ts';
import { RoleSelect, UserStatusSelect } from './access-selects.tsx';
import type { AccessChanger } from './use-access-change.tsx';
import type { AdminUser } from './users-data.ts';

interface Actions {
  change: AccessChanger;
  onView: (id: number) => void;
}

interface UsersTableProps extends Actions {
  users: readonly AdminUser[];
  isStale: boolean;
  list: Pick<ListAddress, 'sort' | 'show'>;
}

const NEWEST_FIRST = { by: 'created_at', order: 'desc' } as const;

export function UsersTable({ users, isStale, list, ...actions }: UsersTableProps) {
  return (
    <DataTable
      label="Users"
      columns={columnsWith(actions)}
      rows={users}
      idOf={({ id }) => id}
      isStale={isStale}
      list={list}
      usualSort={NEWEST_FIRST}
    />
  );
}

const columnsWith = ({ change, onView }: Actions): readonly Column<AdminUser>[] => [
  {
    name: 'Name',
    sort: 'name',
    className: 'stretch',
    cell: ({ name, email, is_invited }) => (
      <span className="block min-w-0 xl:max-w-72">
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold" dir="auto">
            {name}
          </span>
          {is_invited && <Badge tone="info">Invited</Badge>}
        </span>
        <span className="block truncate text-muted text-small">{email}</span>
      </span>
    ),
  },
  { name: 'Role', cell: (user) => <RoleSelect user={user} change={change} /> },
  { name: 'Status', cell: (user) => <UserStatusSelect user={user} change={change} /> },
  { name: 'Orders', isFigure: true, isSpare: true, cell: ({ orders_count }) => formatCount(orders_count) },
  { name: 'Total spent', isFigure: true, isSpare: true, cell: ({ total_spent }) => <Amount value={total_spent} /> },
  {
    name: 'Last login',
    sort: 'last_login_at',
    isSpare: true,
    className: 'md:whitespace-nowrap',
    cell: ({ last_login_at }) => (last_login_at ? <DateTime at={last_login_at} /> : 'Never'),
  },
  {
    name: 'Joined',
    sort: 'created_at',
    className: 'md:whitespace-nowrap',
    cell: ({ created_at }) => <DateTime at={created_at} />,
  },
  {
    name: 'Actions',
    cell: ({ id, name }) => (
      <Button look="quiet" small aria-label={`View ${name}`} onClick={() => onView(id)}>
        View
      </Button>
    ),
  },
];
