import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { idParam, page, perPage, timestamp } from '../fields.ts';
import { retriedMany, retryMany } from './retry-many.ts';

const status = z.enum(['retrying', 'failed']);

/** An event that a subscriber could not handle. */
export const eventDelivery = z.object({
  id: z.int(),
  /** `retrying`: another attempt follows automatically. `failed`: it waits for an admin. */
  status,
  subscriber: z.string(),
  event: z.object({
    id: z.int(),
    type: z.string(),
    payload: z.record(z.string(), z.unknown()),
    created_at: timestamp,
  }),
  /** What the event is about. */
  subject: z.object({
    kind: z.enum(['order', 'product', 'customer']),
    id: z.int(),
    /** Order number, product name or customer name. Null when the product or customer is deleted. */
    name: z.string().nullable(),
  }),
  attempts: z.int(),
  last_error: z.string(),
  /** Null when it failed for the last time. */
  next_attempt_at: timestamp.nullable(),
  /** Later events of the same order, product or customer that wait for this one. */
  blocked: z.int(),
});
export type AdminEventDelivery = z.output<typeof eventDelivery>;

const params = z.object({ id: idParam });

export const adminEventEndpoints = defineEndpoints({
  'GET /admin/event-deliveries': {
    access: 'admin',
    summary: 'Events that subscribers could not handle, newest first',
    query: z.object({
      page,
      per_page: perPage,
      status: z.preprocess((word) => (word === 'all' || word === '' ? undefined : word), status.optional()),
    }),
    data: paged(eventDelivery),
  },
  'GET /admin/event-deliveries/stats': {
    access: 'admin',
    summary: 'How many deliveries of each subscriber wait, are retried and failed',
    data: z.array(z.object({ subscriber: z.string(), waiting: z.int(), retrying: z.int(), failed: z.int() })),
  },
  'POST /admin/event-deliveries/{id}/retry': {
    access: 'admin',
    summary: 'Delivers an event to its subscriber again, now',
    params,
    data: z.null(),
    refusals: ['event_delivery.not_found', 'event_delivery.in_progress'],
  },
  'POST /admin/event-deliveries/retry': {
    access: 'admin',
    summary: 'Delivers many events to their subscribers again, now',
    body: retryMany,
    data: retriedMany,
  },
  'POST /admin/event-deliveries/{id}/dismiss': {
    access: 'admin',
    summary: 'Skips an event for its subscriber, which then gets the later ones',
    params,
    data: z.null(),
    refusals: ['event_delivery.not_found', 'event_delivery.in_progress'],
  },
});
