import type pg from 'pg';
import type { Clock } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/log.ts';
import { seconds } from '../operation-context.ts';
import { claimDueDeliveries, type DeliveryRow, endDelivery, postponeDelivery } from './events.store.ts';
import { signatureOf } from './webhook-signature.ts';

/** Sent concurrently; a hanging shop occupies no more than these. */
const MAX_CONCURRENT = 8;
const ANSWER_LIMIT_MS = 10_000;
/** After a crash, interrupted deliveries are due again after this time. */
const LEASE_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** About a quarter of an hour in total, longer than a restart of the shop. */
const MAX_ATTEMPTS = 20;

export interface WebhookOptions {
  readonly pool: pg.Pool;
  readonly url: string;
  readonly secret: string;
  readonly now: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface WebhookSender {
  /** Starts sending due deliveries; `onEnd` is called whenever one ends and there may be room for more. */
  sendDue(onEnd: () => void): Promise<void>;
  /** Aborts running deliveries; they are due again at once. */
  close(): Promise<void>;
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Sends events to the shop until it answers 2xx, with increasing pauses, and finally gives up. */
export function createWebhookSender({ pool, url, secret, now, log }: WebhookOptions): WebhookSender {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function post(event: object): Promise<boolean> {
    const payload = JSON.stringify(event);
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(payload, secret, seconds(now())),
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      body: payload,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    await response.body?.cancel();
    return response.ok;
  }

  async function send({ id, event, attempts }: DeliveryRow): Promise<void> {
    const isTaken = await post(event).catch(() => false);
    if (isTaken) {
      await endDelivery(pool, id, 'delivered');
    } else if (closing.signal.aborted) {
      await postponeDelivery(pool, id, now(), false);
    } else if (attempts >= MAX_ATTEMPTS) {
      await endDelivery(pool, id, 'given_up');
      log.warn({ attempts }, 'The sandbox gave up on a webhook that the shop did not take');
    } else {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
      await postponeDelivery(pool, id, after(now(), pause), true);
    }
  }

  async function sendInOrder(deliveries: readonly DeliveryRow[]): Promise<void> {
    for (const delivery of deliveries) await send(delivery);
  }

  function track(work: Promise<void>, onEnd: () => void): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'The sandbox could not record a webhook'))
      .finally(() => {
        underWay.delete(tracked);
        onEnd();
      });
    underWay.add(tracked);
  }

  return {
    async sendDue(onEnd) {
      const room = MAX_CONCURRENT - underWay.size;
      if (room <= 0) return;
      const due = await claimDueDeliveries(pool, now(), after(now(), LEASE_MS), room);
      const reversed = due.filter((delivery) => delivery.is_reversed);
      if (reversed.length > 0) track(sendInOrder(reversed), onEnd);
      for (const delivery of due) if (!delivery.is_reversed) track(send(delivery), onEnd);
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
