import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Column,
  DataTable,
  EditConflict,
  FilterBar,
  ListView,
  PageHeader,
  SearchField,
  useConcurrentEdit,
  useListAddress,
  useOpenDialog,
  useRequestKey,
} from '#plugin/admin';
import {
  Badge,
  Button,
  ConfirmDialog,
  DateTime,
  FormDialog,
  Icon,
  messageOf,
  SelectField,
  TextField,
  toast,
  toastFailure,
  useShopForm,
} from '#plugin/web';
import type { AdminRedirect } from '../../redirect-contract.ts';
import { api } from './api.ts';
import { useRedirects } from './content-data.ts';
import { ImportRedirects } from './import-redirects.tsx';

/** Where addresses without a page lead. */
export default function RedirectsView() {
  const client = useQueryClient();
  const list = useListAddress({ filters: {} });
  const redirects = useRedirects({ page: list.page, search: list.search });
  const [edited, setEdited] = useOpenDialog<AdminRedirect | 'new'>('redirect');
  const [deleted, setDeleted] = useState<AdminRedirect | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['content-redirects'] });

  const remove = async (redirect: AdminRedirect) => {
    setDeleting(true);
    try {
      toast(await api.callForMessage('DELETE /admin/content/redirects/{id}', { params: { id: redirect.id } }));
    } catch (error) {
      toastFailure(messageOf(error));
    }
    setDeleting(false);
    setDeleted(null);
    void refresh();
  };
  const add = (
    <>
      <Button look="secondary" onClick={() => setImporting(true)}>
        Import CSV
      </Button>
      <Button onClick={() => setEdited('new')}>
        <Icon name="plus" /> Add Redirect
      </Button>
    </>
  );

  return (
    <>
      <PageHeader title="Redirects" actions={add}>
        Redirects lead from addresses without a page to another address. When the address of a page changes, a redirect
        is added automatically.
      </PageHeader>
      <FilterBar>
        <SearchField
          label="Search redirects"
          placeholder="Address"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
      </FilterBar>
      <ListView
        query={redirects}
        list={list}
        nouns={['redirect', 'redirects']}
        empty={{
          title: list.isNarrowed ? 'No redirects found' : 'No redirects yet',
          hint: 'Send visitors of an old address, such as one of your former shop, to the right page.',
          action: add,
        }}
      >
        {(rows, isStale) => (
          <DataTable
            label="Redirects"
            columns={columnsWith(setEdited, setDeleted)}
            rows={rows}
            idOf={({ id }) => id}
            isStale={isStale}
          />
        )}
      </ListView>
      {edited && (
        <RedirectDialog
          key={edited === 'new' ? 'new' : `${edited.id} ${edited.revision}`}
          redirect={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onNewer={setEdited}
          onSaved={(message) => {
            toast(message);
            setEdited(null);
            void refresh();
          }}
        />
      )}
      {isImporting && <ImportRedirects onClose={() => setImporting(false)} onImported={() => void refresh()} />}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        title="Delete this redirect?"
        confirmLabel="Delete redirect"
        busy={isDeleting && 'Deleting…'}
        onConfirm={() => deleted && void remove(deleted)}
      >
        Visitors of {deleted?.from_path} will see “Page Not Found”.
      </ConfirmDialog>
    </>
  );
}

interface RedirectDialogProps {
  /** Null: a new one. */
  redirect: AdminRedirect | null;
  onClose: () => void;
  onSaved: (message: string) => void;
  /** Starts over with what another admin has saved. */
  onNewer: (redirect: AdminRedirect) => void;
}

function RedirectDialog({ redirect, onClose, onSaved, onNewer }: RedirectDialogProps) {
  const once = useRequestKey();
  const { theirs, keepMine, save } = useConcurrentEdit(redirect, 'redirect');
  const shopForm = useShopForm(
    {
      from_path: redirect?.from_path ?? '',
      to_path: redirect?.to_path ?? '',
      status: String(redirect?.status ?? 301),
    },
    ({ status, ...paths }) =>
      save(async (on) => {
        const body = { ...paths, status: status === '302' ? (302 as const) : (301 as const) };
        onSaved(
          on
            ? await api.callForMessage('PUT /admin/content/redirects/{id}', {
                params: { id: on.id },
                body: { ...body, revision: on.revision },
              })
            : await once(body, (key) =>
                api.callForMessage('POST /admin/content/redirects', { body }, { idempotencyKey: key }),
              ),
        );
      }),
    { name: `redirect:${redirect?.id ?? 'new'}` },
  );
  const { field } = shopForm;
  return (
    <FormDialog
      title={redirect ? 'Edit redirect' : 'Add Redirect'}
      saveLabel="Save redirect"
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />}
      <TextField
        label="From"
        required
        placeholder="/old-address"
        hint="An address of this shop without a page."
        {...field('from_path', { required: 'Please enter an address.' })}
      />
      <TextField
        label="To"
        required
        placeholder="/products"
        {...field('to_path', { required: 'Please enter an address.' })}
      />
      <SelectField
        label="Kind"
        hint="After a permanent redirect, search engines drop the old address."
        {...field('status')}
      >
        <option value="301">Permanent (301)</option>
        <option value="302">Temporary (302)</option>
      </SelectField>
    </FormDialog>
  );
}

const columnsWith = (
  onEdit: (redirect: AdminRedirect) => void,
  onDelete: (redirect: AdminRedirect) => void,
): readonly Column<AdminRedirect>[] => [
  { name: 'From', className: 'stretch', cell: ({ from_path }) => <Address path={from_path} /> },
  { name: 'To', className: 'stretch', cell: ({ to_path }) => <Address path={to_path} /> },
  {
    name: 'Kind',
    cell: ({ status, is_automatic }) => (
      <span className="flex flex-wrap gap-1">
        {status === 302 ? 'Temporary' : 'Permanent'}
        {is_automatic && <Badge tone="secondary">Automatic</Badge>}
      </span>
    ),
  },
  { name: 'Changed', className: 'md:whitespace-nowrap', cell: ({ updated_at }) => <DateTime at={updated_at} /> },
  {
    name: 'Actions',
    cell: (redirect) => (
      <span className="flex gap-1">
        <Button
          look="quiet"
          small
          aria-label={`Edit redirect from ${redirect.from_path}`}
          onClick={() => onEdit(redirect)}
        >
          Edit
        </Button>
        <Button
          look="quiet"
          small
          aria-label={`Delete redirect from ${redirect.from_path}`}
          onClick={() => onDelete(redirect)}
        >
          Delete
        </Button>
      </span>
    ),
  },
];

const Address = ({ path }: { path: string }) => (
  <span className="block max-w-96 truncate" title={path}>
    {path}
  </span>
);
