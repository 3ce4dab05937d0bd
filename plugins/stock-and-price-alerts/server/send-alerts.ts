import { formatMoney, hashToken, newToken } from '#plugin';
import { backInStock, priceDrop } from '../mails.ts';
import type { AlertKind, Services, Transaction } from '../tables.ts';
import { SEND_ALERTS } from './check-products.ts';
import {
  type DueAlert,
  firstPausedMail,
  insertDeliveries,
  lockDueAlerts,
  type Rules,
  recordMails,
} from './due-alerts.store.ts';
import { deleteCheck, findDueCheck, type ProductCheck, postponeCheck } from './product-checks.store.ts';
import { enabledKinds } from './subject.ts';

const HOUR_MS = 60 * 60_000;
/** Mails in one transaction. */
const BATCH = 100;
/** Batches in one run of the job, which may take four minutes. */
const MAX_BATCHES = 50;

type Shop = Awaited<ReturnType<Services['shop']>>;

/** Job: mails the alerts of products that were noted for a check, in batches. */
export async function sendAlerts(services: Services): Promise<void> {
  const kinds = await enabledKinds(services);
  if (kinds.length === 0) return;
  const { minDropPercent, pauseHours } = await services.settings();
  const shop = await services.shop();
  const pauseMs = pauseHours * HOUR_MS;
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const now = services.now();
    const rules = { kinds, minDropPercent, notMailedSince: new Date(now.getTime() - pauseMs) };
    const check = await findDueCheck(services.db, now);
    if (!check) return;
    const found = await services.transaction((tx) => sendBatch(services, tx, check.product_id, rules, shop));
    if (found > 0) await services.deliverMails();
    if (found < BATCH) await finishCheck(services, check, rules, pauseMs);
  }
  await services.requestJob(SEND_ALERTS);
}

/** Checks the product again when the first pause ends, unless somebody asked for it in the meantime. */
async function finishCheck({ db }: Services, check: ProductCheck, rules: Rules, pauseMs: number): Promise<void> {
  const mailedAt = await firstPausedMail(db, check.product_id, rules);
  if (mailedAt) await postponeCheck(db, check, new Date(mailedAt.getTime() + pauseMs));
  else await deleteCheck(db, check);
}

/** Queues the mails of up to 100 alerts. @returns how many alerts were due */
async function sendBatch(
  services: Services,
  tx: Transaction,
  productId: number,
  rules: Rules,
  shop: Shop,
): Promise<number> {
  const at = services.now();
  const due = await lockDueAlerts(tx, productId, rules, BATCH);
  if (due.length === 0) return 0;
  const tokens = new Map(due.map(({ id }) => [id, newToken()]));
  const isNew = await insertDeliveries(
    tx,
    due.map(({ id, round }) => ({ alert_id: id, round, token_hash: hashToken(tokens.get(id) ?? ''), queued_at: at })),
  );
  const mails = due.filter(({ id }) => isNew.has(id));
  await queueMails(services, tx, mails, { productId, tokens, shop });
  await recordMails(tx, due, at);
  return due.length;
}

interface Batch {
  readonly productId: number;
  /** Tokens of the links that end an alert, by alert. */
  readonly tokens: ReadonlyMap<number, string>;
  readonly shop: Shop;
}

async function queueMails(
  services: Services,
  tx: Transaction,
  alerts: readonly DueAlert[],
  { productId, tokens, shop }: Batch,
): Promise<void> {
  const address = `${services.appUrl}/products/${productId}`;
  const requests = alerts.flatMap((alert) => {
    const { id, user_id: userId, customer, product, variant } = alert;
    const email = alert.customer_email ?? alert.email;
    if (email === null) return [];
    const data = {
      customer: customer ?? '',
      product,
      variant,
      url: alert.variant_id === null ? address : `${address}?variant=${alert.variant_id}`,
      stopUrl: `${services.appUrl}/alerts/stop?token=${encodeURIComponent(tokens.get(id) ?? '')}`,
    };
    return [{ alert, to: { name: customer ?? '', email }, ...(userId !== null && { userId }), data }];
  });
  const shown = (cents: number) => formatMoney(cents, shop.currency, shop.language);
  const [stock, price] = [requests.filter(isKind('stock')), requests.filter(isKind('price'))];
  await services.queueMail(tx, backInStock, ...stock);
  await services.queueMail(
    tx,
    priceDrop,
    ...price.map(({ alert, data, ...request }) => ({
      ...request,
      data: { ...data, price: shown(alert.price), formerPrice: shown(alert.price_cents ?? alert.price) },
    })),
  );
}

const isKind =
  (kind: AlertKind) =>
  ({ alert }: { readonly alert: DueAlert }) =>
    alert.kind === kind;
