import type { adminEventEndpoints } from '#contract/admin/events.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { countDeliveries } from '#server/platform/events/pending-deliveries.store.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { type DeliveryServices, dismissDelivery } from './dismiss-delivery.ts';
import { listDeliveries } from './list-deliveries.ts';
import { retryDeliveries, retryDelivery } from './retry-deliveries.ts';

export function adminEventHandlers(services: DeliveryServices): Handlers<typeof adminEventEndpoints> {
  const { db } = services;
  return {
    'GET /admin/event-deliveries': async ({ query: { page, per_page, status } }) => {
      const span = rangeOf({ page, per_page });
      const { deliveries, total } = await listDeliveries(db, status, span);
      return respond(pageOf({ page, per_page }, total, deliveries));
    },
    'GET /admin/event-deliveries/stats': async () => respond(await countDeliveries(db)),
    'POST /admin/event-deliveries/{id}/retry': async ({ caller, request, params }) => {
      await retryDelivery(services, params.id, { actor: caller, request });
      return respond(null, 'The event is delivered again.');
    },
    'POST /admin/event-deliveries/retry': async ({ caller, request, body }) =>
      respond(await retryDeliveries(services, body, { actor: caller, request })),
    'POST /admin/event-deliveries/{id}/dismiss': async ({ caller, request, params }) => {
      await dismissDelivery(services, params.id, { actor: caller, request });
      return respond(null, 'The event is dismissed.');
    },
  };
}
