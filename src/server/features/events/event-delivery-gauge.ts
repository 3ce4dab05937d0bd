import type { Database } from '#server/platform/database/database.ts';
import { countDeliveries } from '#server/platform/events/pending-deliveries.store.ts';
import type { GaugeSource } from '#server/platform/telemetry/gauge-source.ts';

/** The deliveries that each subscriber has not handled, for `/metrics`. */
export function eventDeliveryGauge(db: Database): GaugeSource {
  return {
    name: 'stoa_event_deliveries',
    help: 'Deliveries of events that a subscriber has not handled: waiting, retrying after a failure, or failed',
    labelNames: ['subscriber', 'state'],
    read: async () =>
      (await countDeliveries(db)).flatMap(({ subscriber, waiting, retrying, failed }) =>
        Object.entries({ waiting, retrying, failed }).map(([state, value]) => ({
          labels: { subscriber, state },
          value,
        })),
      ),
  };
}
