import { messageOf } from '#web/api/api-error.ts';
import { formatPrice } from '#web/shared/money.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { type AdminUser, useDeleteUser } from './users-data.ts';

interface DeleteUserDialogProps {
  user: AdminUser | null;
  onClose: () => void;
  onDeleted: () => void;
  notify: Notify;
}

/** Confirms the deletion of an account, naming what is deleted and what stays. */
export function DeleteUserDialog({ user, onClose, onDeleted, notify }: DeleteUserDialogProps) {
  const { mutate, isPending } = useDeleteUser();
  const remove = () =>
    user &&
    mutate(user.id, {
      onSuccess: (message) => {
        onDeleted();
        notify('success', message);
      },
      onError: (error) => notify('danger', messageOf(error, 'Failed to delete user')),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      isOpen={user !== null}
      onClose={onClose}
      title={`Delete ${user?.name}?`}
      confirmLabel="Delete user"
      busy={isPending && 'Deleting…'}
      onConfirm={remove}
    >
      {user && (
        <>
          <p>
            The account of {user.email} can never be used again. Its name, addresses, cart, wishlist, emails and logins
            are removed everywhere.
          </p>
          <p className="mt-3">{ordersKept(user)} This cannot be undone.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function ordersKept({ orders_count, total_spent }: AdminUser): string {
  if (orders_count === 0) return 'There are no orders.';
  const orders = orders_count === 1 ? 'One order stays' : `${orders_count} orders stay`;
  return `${orders} in the records (${formatPrice(total_spent)}), without personal data.`;
}
