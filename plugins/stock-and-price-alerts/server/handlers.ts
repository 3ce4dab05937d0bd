import { type Handlers, refuse, respond } from '#plugin';
import { type alertContract, alertRefusals } from '../contract.ts';
import type { AlertKind, Services } from '../tables.ts';
import { deleteAlert } from './alerts.store.ts';
import { confirmGuestAlert } from './confirm-alert.ts';
import { listDemand } from './demand.ts';
import { readLinkedAlert, unsubscribe } from './linked-alert.ts';
import { listOwnAlerts } from './own-alerts.ts';
import { requestGuestAlert } from './request-guest-alert.ts';
import { setAlert } from './set-alert.ts';
import { enabledKinds, type Subject } from './subject.ts';

const SET: Readonly<Record<AlertKind, string>> = {
  stock: 'We will email you when it is back.',
  price: 'We will email you if the price drops.',
};

const subjectOf = (body: { kind: AlertKind; product_id: number; variant_id: number | null }): Subject => ({
  kind: body.kind,
  productId: body.product_id,
  variantId: body.variant_id,
});

export const handlers = (services: Services): Handlers<typeof alertContract> => ({
  'GET /stock-and-price-alerts/kinds': async () => respond({ kinds: await enabledKinds(services) }),
  'GET /stock-and-price-alerts': async ({ caller, query }) =>
    respond(await listOwnAlerts(services, caller.userId, query)),
  'POST /stock-and-price-alerts': async ({ caller, body }) =>
    respond({ id: await setAlert(services, caller, subjectOf(body)) }, SET[body.kind]),
  'DELETE /stock-and-price-alerts/{id}': async ({ caller, params }) => {
    if (!(await deleteAlert(services.db, params.id, caller))) throw refuse(alertRefusals.not_found);
    return respond(null, 'Alert removed.');
  },
  'POST /stock-and-price-alerts/guests': async ({ body }) => {
    await requestGuestAlert(services, body.email, subjectOf(body));
    return respond(null, 'Please open the link in the email we sent to this address to set the alert.');
  },
  'POST /stock-and-price-alerts/confirm': async ({ body }) => {
    const alert = await confirmGuestAlert(services, body.token);
    return respond(alert, alert.is_active ? SET[alert.kind] : 'This alert has ended: we have sent its email.');
  },
  'POST /stock-and-price-alerts/link': async ({ body }) => respond(await readLinkedAlert(services, body.token)),
  'POST /stock-and-price-alerts/unsubscribe': async ({ body }) => {
    await unsubscribe(services, body.token, body.all);
    return respond(null, body.all ? 'All your alerts are removed.' : 'The alert is removed.');
  },
  'GET /admin/stock-and-price-alerts/demand': async ({ query }) => respond(await listDemand(services, query)),
});
