import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { ApiError, isUnavailable, messageOf } from '#web/api/api-error.ts';
import { call, callWithMessage } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import {
  type AdminOrder,
  countOrdersInstead,
  isMissingCall,
  type OrderStats,
  type OrdersPage,
  type OrdersQuery,
  readOrdersInstead,
} from './orders-fallback.ts';

export type { AdminOrder, OrderStats } from './orders-fallback.ts';
export type OrderDetail = Data<'GET /admin/orders/{id}'>;
export type StatusChange = Input<'PUT /admin/orders/{id}/status'>['body'];
export type Refund = Input<'POST /admin/orders/{id}/refunds'>['body'];

const PAGE_SIZE = 20;

/** The state in which the admin saw an order: the server refuses a change if the order has changed since. */
export const seenState = ({ status, shippingAddress: { postalCode, ...address } }: AdminOrder) => ({
  status_seen: status,
  shipping_address_seen: { ...address, postal_code: postalCode },
});

/** A page of all orders; keeps the previous page until the next one has loaded. */
export const useOrders = (query: OrdersQuery) =>
  useQuery({
    queryKey: ['admin-orders', query],
    queryFn: ({ signal }) =>
      call('GET /admin/orders', { query: asSent(query) }, { signal }).catch((error) => {
        if (isMissingCall(error)) return readOrdersInstead(query, PAGE_SIZE);
        throw error;
      }),
    placeholderData: keepPreviousData,
  });

/** Back-office §7: `all` is left out. */
const asSent = ({ status, payment, ...query }: OrdersQuery) => ({
  ...query,
  status: status === 'all' ? undefined : status,
  payment: payment === 'all' ? undefined : payment,
  limit: PAGE_SIZE,
});

export const useOrderStats = () =>
  useQuery({
    queryKey: ['admin-order-stats'],
    queryFn: ({ signal }): Promise<OrderStats> =>
      call('GET /admin/orders/stats', {}, { signal }).catch((error) => {
        if (isMissingCall(error)) return countOrdersInstead();
        throw error;
      }),
  });

export const useOrder = (id: number) =>
  useQuery({
    queryKey: ['admin-order', id],
    queryFn: ({ signal }) => call('GET /admin/orders/{id}', { params: { id } }, { signal }),
  });

/** What the invoice states besides the order. */
export const useIssuedInvoice = (id: number) =>
  useQuery({
    queryKey: ['admin-issued-invoice', id],
    queryFn: ({ signal }) => call('GET /admin/orders/{id}/issued-invoice', { params: { id } }, { signal }),
  });

/** Reads the current refund amount of a cancellation: the list may be older than a refund. */
export const useReadRefundable = () =>
  useMutation({
    mutationFn: async (id: number) => (await call('GET /admin/orders/{id}', { params: { id } })).refundableAmount,
  });

export type StatusPreview = Data<'GET /admin/orders/status-preview'>;

/** Reads how many of these orders are unpaid, and how many mails their status change would send. */
export const useStatusPreview = () =>
  useMutation({
    mutationFn: ({ ids, status }: { ids: readonly number[]; status: OrderStatus }) =>
      call('GET /admin/orders/status-preview', { query: { ids: ids.join(','), status } }),
  });

/** Updates an order in the list and by itself, and the totals. */
function useAdopt() {
  const client = useQueryClient();
  return (changed: OrderDetail) => {
    client.setQueryData(['admin-order', changed.id], changed);
    client.setQueriesData<OrdersPage>({ queryKey: ['admin-orders'] }, (page) => page && withOrder(page, changed));
    void client.invalidateQueries({ queryKey: ['admin-order-stats'] });
  };
}

const withOrder = (page: OrdersPage, changed: AdminOrder): OrdersPage => ({
  ...page,
  data: page.data.map((order) => (order.id === changed.id ? changed : order)),
});

export function useSetStatus() {
  const client = useQueryClient();
  const adopt = useAdopt();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: StatusChange }) =>
      callWithMessage('PUT /admin/orders/{id}/status', { params: { id }, body: change }),
    onSuccess: ({ data }) => adopt(data),
    onError: (error, { id }) => {
      const isChanged = error instanceof ApiError && error.code === 'order.changed';
      // Without a response, the change may have been made.
      if (!isChanged && !isUnavailable(error)) return;
      void client.invalidateQueries({ queryKey: ['admin-orders'] });
      void client.invalidateQueries({ queryKey: ['admin-order', id] });
    },
  });
}

/** Idempotency key: retrying after a lost response makes one refund. */
export function useRefund(id: number) {
  const client = useQueryClient();
  const adopt = useAdopt();
  const once = useRequestKey();
  return useMutation({
    mutationFn: (body: Refund) =>
      once(body, (idempotencyKey) =>
        call('POST /admin/orders/{id}/refunds', { params: { id }, body }, { idempotencyKey }),
      ),
    onSuccess: ({ order }) => adopt(order),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'order.changed') return;
      void client.invalidateQueries({ queryKey: ['admin-order', id] });
    },
  });
}

/** Sends the order to another address. */
export function useChangeAddress(id: number) {
  const client = useQueryClient();
  const adopt = useAdopt();
  return useMutation({
    mutationFn: (body: Input<'PUT /admin/orders/{id}/address'>['body']) =>
      call('PUT /admin/orders/{id}/address', { params: { id }, body }),
    onSuccess: adopt,
    onError: () => void client.invalidateQueries({ queryKey: ['admin-order', id] }),
  });
}

/** Records that an offline order has been paid. */
export function useRecordPayment(id: number) {
  const adopt = useAdopt();
  return useMutation({
    mutationFn: () => call('POST /admin/orders/{id}/payment', { params: { id } }),
    onSuccess: adopt,
  });
}

/** Back-office §8. */
export function statusFailure(error: unknown): string {
  const isOrderGone = error instanceof ApiError && error.code === 'order.not_found';
  if (isMissingCall(error) && !isOrderGone) {
    return 'Order status updates not available yet. Admin endpoints are being developed.';
  }
  return messageOf(error, 'Failed to update order status');
}
