import { USER_LIMITS } from '#domain/form-limits.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { type NewUser, useCreateUser } from './users-data.ts';

const EMPTY = { name: '', email: '', role: 'customer', status: 'active' };

/** Creates an account and invites the user by mail. */
export function CreateUserDialog({ onClose, notify }: { onClose: () => void; notify: Notify }) {
  const create = useCreateUser();
  const shopForm = useShopForm(
    EMPTY,
    async (values) => {
      const message = await create.mutateAsync(values as NewUser);
      onClose();
      notify('success', message);
    },
    { otherwise: 'Failed to create user', name: 'user:new' },
  );
  const { field } = shopForm;
  return (
    <FormDialog
      title="Create User"
      saveLabel="Create User"
      savingLabel="Creating…"
      shopForm={shopForm}
      onClose={onClose}
    >
      <TextField
        label="Name"
        dir="auto"
        autoComplete="off"
        maxLength={USER_LIMITS.name}
        {...field('name', { required: 'Please enter a name.' })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={USER_LIMITS.email}
        {...field('email', {
          required: 'Please enter an email address.',
          pattern: { value: /^\S+@\S+\.\S+$/, message: 'Please enter a valid email address.' },
        })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Role" {...field('role')}>
          <option value="customer">Customer</option>
          <option value="admin">Admin</option>
        </SelectField>
        <SelectField label="Status" hint="An active account is invited by email." {...field('status')}>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
          <option value="banned">Banned</option>
        </SelectField>
      </div>
    </FormDialog>
  );
}
