import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';

export type Coupon = Data<'GET /admin/coupons'>['data'][number];
export type CouponForm = Input<'POST /admin/coupons'>['body'];

export function useCouponWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['GET /admin/coupons'] });
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
