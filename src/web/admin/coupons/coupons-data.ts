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

/** A page of all coupons; the one before stays in sight until the next is there. */
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
    /** @param key under which a new coupon is made once, however often it is sent */
    save: async (coupon: Coupon | null, form: CouponForm, key: string): Promise<void> => {
      try {
        if (coupon === null) await call('POST /admin/coupons', { body: form }, { idempotencyKey: key });
        else {
          const { code: _fixed, ...terms } = form;
          const { id, revision } = coupon;
          await call('PUT /admin/coupons/{id}', { params: { id }, body: { ...terms, revision } });
        }
      } finally {
        // What refused it may have changed the list as well.
        await refresh();
      }
    },
    remove: useMutation({
      mutationFn: ({ id }: Coupon) => call('DELETE /admin/coupons/{id}', { params: { id } }),
      onSettled: refresh,
    }),
  };
}
