import type { AdminHold, adminHoldEndpoints } from '#contract/admin/holds.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { orProviderFailed } from '#server/features/payments/index.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type HoldRow, listHolds } from './hold-list.store.ts';
import { releaseHold } from './release-hold.ts';

function holdView(row: HoldRow): AdminHold {
  const { user_id: id, user_name: name, user_email: email, is_verified } = row;
  return {
    checkout_id: row.checkout_id,
    user: id === null ? null : { id, name: name ?? '', email: email ?? '', is_verified },
    product: { id: row.product_id, name: row.product_name, slug: row.product_slug, sku: row.sku },
    variant: row.variant_id === null ? null : { id: row.variant_id, name: row.variant_name ?? '' },
    pieces: row.quantity,
    since: row.created_at.toISOString(),
    until: row.expires_at.toISOString(),
  };
}

export function adminHoldHandlers(services: CheckoutServices): Handlers<typeof adminHoldEndpoints> {
  const { db, log } = services;
  return {
    'GET /admin/holds': async ({ query: { page, per_page, search } }) => {
      const { rows, total } = await listHolds(db, search, rangeOf({ page, per_page }));
      const data = rows.map(holdView);
      return respond(pageOf({ page, per_page }, total, data));
    },
    'POST /admin/holds/{id}/release': async ({ params, caller, request }) => {
      await orProviderFailed(log, () => releaseHold(services, params.id, { actor: caller, request }));
      return respond(null, 'The items are available again.');
    },
  };
}
