import type { AdminUser, AdminUserDetail } from '#contract/admin/users.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { ListedUser, listNewestOrders, UserFigures } from './admin-users.store.ts';
import { userView } from './user.view.ts';

/** An account in the back office's list. */
export function adminUserView(row: ListedUser): AdminUser {
  return {
    ...userView(row),
    role: row.is_admin ? 'admin' : 'customer',
    status: row.is_active ? 'active' : 'inactive',
    is_invited: row.password_hash === null && row.email_verified_at === null,
    orders_count: row.orders_count,
    total_spent: formatDecimal(row.spent_cents),
  };
}

/** An account with its newest orders and related figures. */
export function adminUserDetailView(
  row: ListedUser,
  orders: Awaited<ReturnType<typeof listNewestOrders>>,
  figures: UserFigures,
): AdminUserDetail {
  return {
    ...adminUserView(row),
    orders: orders.map((order) => ({
      id: order.id,
      order_number: order.order_number,
      status: order.status,
      paymentStatus: order.payment_status,
      currency: order.currency,
      total: formatDecimal(order.total_cents),
      items_count: order.items_count,
      created_at: order.created_at.toISOString(),
    })),
    figures: {
      orders: row.orders_count,
      cancelled: figures.cancelled,
      open: figures.open,
      spent: formatDecimal(row.spent_cents),
      refunded: formatDecimal(figures.refunded_cents),
      last_order_at: figures.last_order_at?.toISOString() ?? null,
      sessions: figures.sessions,
      addresses: figures.addresses,
      wishlist: figures.wishlist,
      cart_items: figures.cart_items,
    },
  };
}
