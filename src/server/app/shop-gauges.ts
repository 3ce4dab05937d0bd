import { eventDeliveryGauge } from '../features/events/index.ts';
import { systemGauges } from '../features/system/index.ts';
import type { GaugeSource } from '../platform/telemetry/gauge-source.ts';
import type { Services } from '../services/services.ts';

/** The figures of `/metrics` that need the shop's services; those of HTTP and the process are added by the platform. */
export function shopGauges(services: Services): GaugeSource[] {
  const { db, slowStatements, orderQueue, replica, cdnPurger } = services;
  return [
    ...systemGauges(services),
    eventDeliveryGauge(db),
    slowStatementCounter(slowStatements),
    orderQueueGauge(orderQueue),
    ...replicaGauges(replica),
    ...(cdnPurger?.gauges ?? []),
  ];
}

/** Without a replica, neither has a value. */
const replicaGauges = (replica: Services['replica']): GaugeSource[] => [
  {
    name: 'stoa_replica_used',
    help: 'Whether the read replica answers reads (1) or the primary does (0)',
    labelNames: [],
    read: async () => (replica ? [{ labels: {}, value: Number(replica.isUsed()) }] : []),
  },
  {
    name: 'stoa_replica_lag_seconds',
    help: 'How far the read replica is behind at most; no value while it cannot be reached',
    labelNames: [],
    async read() {
      const lag = replica?.lagSeconds();
      return lag === undefined ? [] : [{ labels: {}, value: lag }];
    },
  },
];

function slowStatementCounter(slowStatements: Services['slowStatements']): GaugeSource {
  return {
    isCounter: true,
    name: 'stoa_slow_statements_total',
    help: 'Database statements that took SLOW_STATEMENT_MS or longer',
    labelNames: [],
    read: async () => [{ labels: {}, value: slowStatements.count() }],
  };
}

function orderQueueGauge({ waiting }: Services['orderQueue']): GaugeSource {
  return {
    name: 'stoa_order_queue_waiting',
    help: 'Checkouts waiting in line on this node',
    labelNames: [],
    read: async () => [{ labels: {}, value: waiting() }],
  };
}
