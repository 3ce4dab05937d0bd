import UserSlot from 'virtual:slot/admin.user';
import { adminOrderTone, orderStatusLabel } from '#domain/orders/order-status.ts';
import { messageOf } from '#web/api/api-error.ts';
import { Amount } from '#web/shared/amount.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { RoleSelect, UserStatusSelect } from './access-selects.tsx';
import type { AccessChanger } from './use-access-change.tsx';
import { type AdminUser, type UserDetail, useInviteUser, useUser } from './users-data.ts';

interface Actions {
  change: AccessChanger;
  notify: Notify;
  onMail: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
}

interface UserDialogProps extends Actions {
  /** Null while closed. */
  id: number | null;
  onClose: () => void;
  notice: React.ReactNode;
}

/** One account with its orders and figures. */
export function UserDialog({ id, onClose, notice, ...actions }: UserDialogProps) {
  return (
    <Dialog isOpen={id !== null} onClose={onClose} title="User details" className="dialog-wide">
      {notice}
      {id !== null && <LoadedUser id={id} {...actions} />}
    </Dialog>
  );
}

function LoadedUser({ id, ...actions }: Actions & { id: number }) {
  const { data, error, refetch } = useUser(id);
  if (!data) {
    return (
      <Unavailable
        what="the user"
        error={error}
        onRetry={refetch}
        className="h-96"
        otherwise="The user could not be loaded"
      />
    );
  }
  return <User user={data} {...actions} />;
}

function User({ user, change, notify, onMail, onDelete }: Actions & { user: UserDetail }) {
  const invite = useInviteUser();
  const { figures } = user;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="text-lg font-semibold wrap-anywhere">
            <bdi>{user.name}</bdi>
          </p>
          <p className="text-muted wrap-anywhere">{user.email}</p>
        </div>
        <RoleSelect user={user} change={change} />
        <UserStatusSelect user={user} change={change} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Fact name="Orders" value={figures.orders} />
        <Fact name="Total spent" value={<Amount value={figures.spent} />} />
        <Fact name="Refunded" value={<Amount value={figures.refunded} />} />
        <Fact name="Open orders" value={figures.open} />
        <Fact name="Member since" value={<DateTime at={user.created_at} />} />
        <Fact name="Last login" value={user.last_login_at ? <DateTime at={user.last_login_at} withTime /> : 'Never'} />
        <Fact name="Email verified" value={user.email_verified_at ? <DateTime at={user.email_verified_at} /> : 'No'} />
        <Fact name="Phone" value={user.phone ?? '–'} />
      </dl>
      <section>
        <h3 className="mb-3 text-lg">Newest orders</h3>
        {user.orders.length === 0 ? <p className="text-muted">No orders yet.</p> : <Orders orders={user.orders} />}
      </section>
      {UserSlot && <UserSlot user={user} />}
      <div className="dialog-actions">
        <Button look="danger" className="mr-auto" onClick={() => onDelete(user)}>
          Delete
        </Button>
        {user.is_invited && user.is_active && (
          <Button
            look="secondary"
            busy={invite.isPending && 'Sending…'}
            onClick={() =>
              invite.mutate(user.id, {
                onSuccess: (message) => notify('success', message),
                onError: (error) => notify('danger', messageOf(error)),
              })
            }
          >
            Resend invitation
          </Button>
        )}
        <Button onClick={() => onMail(user)}>Send Email</Button>
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-small">{name}</dt>
      <dd className="font-semibold wrap-anywhere nums">{value}</dd>
    </div>
  );
}

function Orders({ orders }: Pick<UserDetail, 'orders'>) {
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        <li key={order.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Link to={`/admin/orders?order=${order.id}`} className="link font-semibold nums">
            {order.order_number}
          </Link>
          <span className="text-muted">
            <DateTime at={order.created_at} />
          </span>
          <Badge tone={adminOrderTone(order.status)}>{orderStatusLabel(order.status)}</Badge>
          <span className="ml-auto font-semibold nums">
            <Amount value={order.total} currency={order.currency} />
          </span>
        </li>
      ))}
    </ul>
  );
}
