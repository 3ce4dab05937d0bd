import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CouponState } from '#domain/discount.ts';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';

export type Coupon = Data<'GET /admin/coupons'>['data'][number];
export type CouponForm = Input<'POST /admin/coupons'>['body'];

const KEY = 'admin-coupons';
const PAGE_SIZE = 20;

interface CouponsQuery {
  readonly page: number;
  readonly search: string;
  readonly state: CouponState | 'all';
}

/** A page of all coupons; keeps the previous page until the next one has loaded. */
export const useCoupons = (query: CouponsQuery) =>
  useQuery({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => call('GET /admin/coupons', { query: { ...query, per_page: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useCouponWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    /** @param key idempotency key, so that a new coupon is created once */
    save: async (coupon: Coupon | null, form: CouponForm, key: string): Promise<void> => {
      try {
        if (coupon === null) await call('POST /admin/coupons', { body: form }, { idempotencyKey: key });
        else {
          const { code: _fixed, ...terms } = form;
          const { id, revision } = coupon;
          await call('PUT /admin/coupons/{id}', { params: { id }, body: { ...terms, revision } });
        }
      } finally {
        // The refusal may mean that the list has changed.
        await refresh();
      }
    },
    remove: useMutation({
      mutationFn: ({ id }: Coupon) => call('DELETE /admin/coupons/{id}', { params: { id } }),
      onSettled: refresh,
    }),
  };
}
