import { useState } from 'react';
import { isUnavailable } from '#web/api/api-error.ts';
import { download } from '#web/api/download.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DownloadButton } from '../shared/download-button.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { useOpenedId } from '../shared/list/use-opened-id.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { useNewFromAddress } from '../shared/use-new-from-address.ts';
import { useNotice } from '../shared/use-notice.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { useAccessChange } from './use-access-change.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UserStats } from './user-stats.tsx';
import { type AdminUser, sentFilter, useUserStats, useUsers } from './users-data.ts';
import { UsersTable } from './users-table.tsx';

export const meta = () => adminMeta('Users');

const ROLES = [
  ['all', 'All roles'],
  ['admin', 'Admins'],
  ['customer', 'Customers'],
] as const;
const STATUSES = [
  ['all', 'All statuses'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['banned', 'Banned'],
] as const;

export default function UsersPage() {
  const [opened, open] = useOpenedId('user');
  const list = useListAddress({
    filters: { role: ['all', 'admin', 'customer'], status: ['all', 'active', 'inactive', 'banned'] },
    sorts: ['name', 'created_at', 'last_login_at'],
  });
  const { role, status } = list.filters;
  const users = useUsers({ page: list.page, search: list.search, role, status, sort: list.sort });
  const stats = useUserStats();
  const { notice, notify } = useNotice();
  const change = useAccessChange(notify);
  const [isCreating, setCreating] = useOpenDialog<true>('user');
  useNewFromAddress(() => setCreating(true));
  const [mailTo, setMailTo] = useOpenDialog<AdminUser>('mail');
  const [leaving, setLeaving] = useState<AdminUser | null>(null);

  return (
    <>
      {opened === null && notice}
      <PageHeader
        title="Users"
        actions={
          <>
            <DownloadButton
              small
              fetchFile={() =>
                download('GET /admin/users/export', {
                  query: { search: list.search, ...sentFilter({ role, status }) },
                })
              }
              failure="Failed to export users"
              notify={notify}
            >
              <Icon name="download" /> Export CSV
            </DownloadButton>
            <Button small onClick={() => setCreating(true)}>
              <Icon name="plus" /> Create User
            </Button>
          </>
        }
      />
      <UserStats stats={stats.data} />
      <div className="mt-6">
        <FilterBar>
          <SearchField
            label="Search users"
            placeholder="Name, email or ID"
            value={list.search}
            onSearch={(search) => list.show({ search })}
          />
          <FilterSelect
            label="Filter by role"
            value={role}
            options={ROLES}
            onChoose={(chosen) => list.show({ filters: { role: chosen } })}
          />
          <FilterSelect
            label="Filter by status"
            value={status}
            options={STATUSES}
            onChoose={(chosen) => list.show({ filters: { status: chosen } })}
          />
        </FilterBar>
      </div>
      <ListView
        query={users}
        list={list}
        nouns={['user', 'users']}
        failure={isUnavailable(users.error) ? 'An error occurred while fetching users' : 'Failed to fetch users'}
        empty={{
          title: 'No users found matching your criteria',
          hint: 'New users appear here.',
        }}
      >
        {(rows, isStale) => <UsersTable users={rows} isStale={isStale} list={list} change={change} onView={open} />}
      </ListView>
      <UserDialog
        id={opened}
        onClose={() => open(null)}
        notice={notice}
        change={change}
        notify={notify}
        onMail={setMailTo}
        onDelete={setLeaving}
      />
      {isCreating && <CreateUserDialog onClose={() => setCreating(null)} notify={notify} />}
      {mailTo && <MailDialog key={mailTo.id} user={mailTo} onClose={() => setMailTo(null)} notify={notify} />}
      <DeleteUserDialog user={leaving} onClose={() => setLeaving(null)} onDeleted={() => open(null)} notify={notify} />
      {change.question}
    </>
  );
}
