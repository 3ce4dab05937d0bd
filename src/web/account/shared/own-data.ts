import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { newKey } from '#web/api/new-key.ts';

export type SavedAddress = Data<'GET /account/addresses'>[number];
export type SavedCard = Data<'GET /account/cards'>['cards'][number];
export type AddressBody = Input<'POST /account/addresses'>['body'];

const ADDRESSES = ['addresses'];
const CARDS = ['cards'];

/** Totals over all own orders, and the newest ones. */
export const useOverview = () =>
  useQuery({
    queryKey: ['orders', 'overview'],
    queryFn: ({ signal }) => call('GET /account/overview', {}, { signal }),
  });

export const useAddresses = () =>
  useQuery({ queryKey: ADDRESSES, queryFn: ({ signal }) => call('GET /account/addresses', {}, { signal }) });

/** Saves an address; without id, creates one. */
export function useSaveAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | undefined; body: AddressBody }) =>
      id === undefined
        ? call('POST /account/addresses', { body }, { idempotencyKey: newKey() })
        : call('PUT /account/addresses/{id}', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ADDRESSES }),
  });
}

export function useDeleteAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /account/addresses/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ADDRESSES }),
  });
}

/** The saved cards, which the payment provider keeps. */
export const useSavedCards = () =>
  useQuery({ queryKey: CARDS, queryFn: ({ signal }) => call('GET /account/cards', {}, { signal }) });

export function useRemoveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /account/cards/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: CARDS }),
  });
}
