import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { useRecordWrites } from '../shared/use-record-writes.ts';

export type Coupon = Data<'GET /admin/coupons'>['data'][number];
export type CouponForm = Input<'POST /admin/coupons'>['body'];

export const useCouponWrites = () =>
  useRecordWrites<Coupon, CouponForm>({
    list: 'GET /admin/coupons',
    create: (body, options) => call('POST /admin/coupons', { body }, options),
    update: ({ id, revision }, { code: _fixed, ...terms }) =>
      call('PUT /admin/coupons/{id}', { params: { id }, body: { ...terms, revision } }),
    remove: ({ id }) => call('DELETE /admin/coupons/{id}', { params: { id } }),
  });
