import { customerOrderTone, type OrderStatus, orderStatusLabel } from '#domain/orders/order-status.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';

/** Icons distinguish statuses without colour. */
export const ORDER_ICONS = {
  pending: 'clock',
  confirmed: 'receipt-text',
  processing: 'package',
  shipped: 'truck',
  delivered: 'check',
  cancelled: 'x',
} as const satisfies Record<OrderStatus, IconName>;

/** The status of an order, for its customer. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const icon: IconName | undefined = ORDER_ICONS[status];
  return (
    <Badge tone={customerOrderTone(status)}>
      {icon && <Icon name={icon} />}
      {orderStatusLabel(status)}
    </Badge>
  );
}
