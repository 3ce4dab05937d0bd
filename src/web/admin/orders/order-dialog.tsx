import OrderSlot from 'virtual:slot/admin.order';
import type { ReactNode } from 'react';
import { adminOrderTone, orderStatusLabel, takesNewAddress } from '#domain/orders/order-status.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { closeUnlessUnsaved } from '#web/shared/forms/unsaved-changes.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { AddressLines } from '#web/shared/orders/address-lines.tsx';
import { ChosenOptions } from '#web/shared/orders/chosen-options.tsx';
import { OrderSums } from '#web/shared/orders/order-sums.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ChangeAddress } from './change-address.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderPayment } from './order-payment.tsx';
import { type OrderDetail, useOrder } from './orders-data.ts';
import { StatusForm } from './status-form.tsx';
import type { useStatusChange } from './use-status-change.tsx';

interface OrderDialogProps {
  /** Null while closed. */
  id: number | null;
  onClose: () => void;
  change: ReturnType<typeof useStatusChange>;
  /** Result of an action; the page's own notice would be behind the dialog. */
  notice: ReactNode;
  notify: Notify;
}

/** One order with all its details. */
export function OrderDialog({ id, onClose, notice, ...actions }: OrderDialogProps) {
  return (
    <Dialog
      isOpen={id !== null}
      onClose={onClose}
      mayClose={closeUnlessUnsaved(onClose)}
      title="Order details"
      className="dialog-wide"
    >
      {notice}
      {id !== null && <LoadedOrder id={id} {...actions} />}
    </Dialog>
  );
}

type Actions = Pick<OrderDialogProps, 'change' | 'notify'>;

function LoadedOrder({ id, ...actions }: Actions & { id: number }) {
  const { data, error, refetch } = useOrder(id);
  if (!data) {
    return <Unavailable what="the order" error={error} onRetry={refetch} className="h-128" />;
  }
  return <Order order={data} {...actions} />;
}

function Order({ order, change, notify }: Actions & { order: OrderDetail }) {
  const { order_number, status, createdAt, user, shippingAddress, billingAddress } = order;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-lg font-semibold nums">{order_number}</p>
        <Badge tone={adminOrderTone(status)}>{orderStatusLabel(status)}</Badge>
        <p className="text-muted">
          <DateTime at={createdAt} withTime />
        </p>
      </div>
      <div className="mt-4">
        <OrderDocuments order={order} notify={notify} />
      </div>
      <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid content-start gap-8">
          <OrderLines items={order.items} currency={order.currency} />
          <OrderSums
            {...order}
            shipping={order.shippingCost}
            couponCode={order.couponCode}
            refunded={order.refundedAmount}
            className="sm:ml-auto sm:w-72"
          />
          {OrderSlot && <OrderSlot order={order} />}
          <OrderHistory history={order.history} />
        </div>
        <div className="grid content-start gap-6">
          <StatusForm order={order} change={change} />
          <Part title="Customer">
            <p className="font-semibold wrap-anywhere">
              <bdi>{user.name}</bdi>
            </p>
            <p className="wrap-anywhere">
              <a href={`mailto:${user.email}`} className="link">
                {user.email}
              </a>
            </p>
          </Part>
          <Part title="Shipping address">
            <AddressLines {...shippingAddress} postal_code={shippingAddress.postalCode} />
            {takesNewAddress(status) && <ChangeAddress order={order} notify={notify} />}
          </Part>
          {order.options && (
            <Part title="Options">
              <ChosenOptions options={order.options} />
            </Part>
          )}
          {billingAddress && !isSame(billingAddress, shippingAddress) && (
            <Part title="Billing address">
              <AddressLines {...billingAddress} postal_code={billingAddress.postalCode} />
            </Part>
          )}
          <OrderPayment order={order} notify={notify} />
        </div>
      </div>
    </>
  );
}

type Address = OrderDetail['shippingAddress'];

const isSame = (one: Address, other: Address): boolean =>
  Object.entries(one).every(([part, text]) => other[part as keyof Address] === text);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1">{title}</h3>
      {children}
    </section>
  );
}
