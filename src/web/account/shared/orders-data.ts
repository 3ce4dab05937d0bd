import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { completeOrder } from '#web/shared/orders/complete-order.ts';

export type Order = Data<'GET /orders/{id}'>;
/** An order in the list. */
export type ListedOrder = Data<'GET /orders'>['data'][number];

type OrdersQuery = NonNullable<Input<'GET /orders'>['query']>;

/** A page of the customer's own orders, newest first; keeps the previous page until the next one has loaded. */
export const useOrders = (query: OrdersQuery) =>
  useQuery({
    queryKey: ['orders', query],
    queryFn: async ({ signal }) => {
      const page = await call('GET /orders', { query }, { signal });
      return { ...page, data: page.data.map(completeOrder) };
    },
    placeholderData: keepPreviousData,
  });

/** @param id the order's id or number */
export const useOrder = (id: string) =>
  useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call('GET /orders/{id}', { params: { id } }, { signal }),
  });

/** What the invoice states besides the order. */
export const useIssuedInvoice = (id: string) =>
  useQuery({
    queryKey: ['issued-invoice', id],
    queryFn: ({ signal }) => call('GET /orders/{id}/issued-invoice', { params: { id } }, { signal }),
  });

/** The order history with dates. */
export const useTracking = (id: string) =>
  useQuery({
    queryKey: ['tracking', id],
    queryFn: ({ signal }) => call('GET /orders/{id}/track', { params: { id } }, { signal }),
  });

/** Cancels an order and updates what is shown, whether or not it could be cancelled. */
export function useCancelOrder(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('PUT /orders/{id}/cancel', { params: { id } }),
    onSuccess: (order) => client.setQueryData(['order', id], order),
    onError: () => client.invalidateQueries({ queryKey: ['order', id] }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ queryKey: ['tracking', id] });
      void client.invalidateQueries({ queryKey: ['issued-invoice', id] });
    },
  });
}
