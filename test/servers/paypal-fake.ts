import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the fake stores of an order, in PayPal's terms. https://developer.paypal.com/docs/api/orders/v2/ */
interface FakeOrder {
  readonly id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  readonly customId: string;
  readonly currency: string;
  readonly value: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  captures: FakeCapture[];
}

interface FakeCapture {
  readonly id: string;
  readonly orderId: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED';
  readonly value: string;
  readonly currency: string;
  readonly refunds: FakeRefund[];
}

interface FakeRefund {
  readonly id: string;
  readonly captureId: string;
  readonly value: string;
  readonly currency: string;
  readonly customId: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly location?: string;
}

type Call = 'create' | 'capture' | 'refund' | 'get';

interface Faults {
  /** The next calls of a kind take effect, but their responses are lost. */
  readonly lost: Map<Call, number>;
  /** The next capture is declined. */
  isDeclining: boolean;
  /** Amount of the next captures instead of the order's. */
  captureValue: string | undefined;
  /** Runs before the next capture is answered. */
  duringCapture: (() => Promise<unknown>) | undefined;
  /** Runs before each verification of an event is answered. */
  duringVerification: (() => Promise<unknown>) | undefined;
  /** Status of the responses to verifications; 200: as usual. */
  verificationStatus: number;
}

/** Calls about webhooks. */
interface WebhookCalls {
  lookUps: number;
  verifications: number;
}

export const PAYPAL_KEYS = { clientId: 'client-of-the-tests', clientSecret: 'secret of the tests' };
const SIGNING_KEY = 'only PayPal knows it';

const newId = () => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
const refuse = (status: number, issue: string): Answer => ({
  status,
  body: { name: 'UNPROCESSABLE_ENTITY', message: issue, debug_id: 'x', details: [{ issue, description: `${issue}.` }] },
});

/** A fake of the part of PayPal's API that the shop uses, on loopback. */
export interface FakePayPal {
  readonly url: string;
  readonly orders: ReadonlyMap<string, FakeOrder>;
  readonly faults: Faults;
  readonly webhookCalls: WebhookCalls;
  /** The shopper approves the payment on PayPal's page. */
  approve(orderId: string): void;
  /** Money moves without the shop's action, for example by a call that PayPal carries out late. */
  capture(orderId: string): void;
  /** The merchant refunds in PayPal's dashboard. @returns the refund's id. */
  refund(orderId: string, value: string): string;
  /** The merchant deletes the webhook and creates it again: it has another id. */
  recreateWebhook(): void;
  captured(orderId: string): string[];
  refunded(orderId: string): string[];
  /** A webhook with PayPal's signature. */
  sign(
    type: string,
    resourceType: string,
    resource: object,
    at: Date,
  ): { body: string; headers: Record<string, string> };
  close(): Promise<void>;
}

export async function openFakePayPal(webhookUrl: string): Promise<FakePayPal> {
  const orders = new Map<string, FakeOrder>();
  const replies = new Map<string, Answer>();
  const faults: Faults = {
    lost: new Map(),
    isDeclining: false,
    captureValue: undefined,
    duringCapture: undefined,
    duringVerification: undefined,
    verificationStatus: 200,
  };
  const webhookCalls: WebhookCalls = { lookUps: 0, verifications: 0 };
  let webhookId = newId();
  const tokens = new Set<string>();

  const captures = () => [...orders.values()].flatMap((order) => order.captures);
  const captureView = (capture: FakeCapture) => ({
    id: capture.id,
    status: capture.status,
    amount: { currency_code: capture.currency, value: capture.value },
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  });
  const refundView = (refund: FakeRefund) => ({
    id: refund.id,
    status: 'COMPLETED',
    amount: { currency_code: refund.currency, value: refund.value },
    ...(refund.customId === undefined ? {} : { custom_id: refund.customId }),
    links: [{ rel: 'up', method: 'GET', href: `${fake.url}/v2/payments/captures/${refund.captureId}` }],
  });
  const orderView = (order: FakeOrder) => ({
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: order.customId,
        amount: { currency_code: order.currency, value: order.value },
        payments: {
          captures: order.captures.map(captureView),
          refunds: order.captures.flatMap(({ refunds }) => refunds.map(refundView)),
        },
      },
    ],
    links:
      order.status === 'PAYER_ACTION_REQUIRED'
        ? [{ rel: 'payer-action', method: 'GET', href: `${fake.url}/checkoutnow?token=${order.id}` }]
        : [],
  });

  function addCapture(order: FakeOrder, status: FakeCapture['status']): void {
    const { id: orderId, currency } = order;
    order.captures.push({
      id: newId(),
      orderId,
      status,
      currency,
      value: faults.captureValue ?? order.value,
      refunds: [],
    });
    order.status = 'COMPLETED';
  }

  function addRefund(capture: FakeCapture, value: string, customId: string | undefined): FakeRefund | undefined {
    const left = capture.refunds.reduce((rest, refund) => rest - Number(refund.value), Number(capture.value));
    if (Number(value) > left + 0.001) return undefined;
    const refund = { id: newId(), captureId: capture.id, value, currency: capture.currency, customId };
    capture.refunds.push(refund);
    return refund;
  }

  interface OrderBody {
    readonly purchase_units: [{ custom_id: string; amount: { currency_code: string; value: string } }];
    readonly payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string } } };
  }

  async function create(body: OrderBody): Promise<Answer> {
    const [unit] = body.purchase_units;
    const { return_url: returnUrl, cancel_url: cancelUrl } = body.payment_source.paypal.experience_context;
    const { currency_code: currency, value } = unit.amount;
    const order: FakeOrder = {
      ...{ id: newId(), status: 'PAYER_ACTION_REQUIRED', customId: unit.custom_id, currency, value },
      ...{ returnUrl, cancelUrl, captures: [] },
    };
    orders.set(order.id, order);
    return { status: 200, body: orderView(order) };
  }

  async function capture(order: FakeOrder): Promise<Answer> {
    const during = faults.duringCapture;
    faults.duringCapture = undefined;
    await during?.();
    if (order.status === 'COMPLETED') return refuse(422, 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return refuse(422, 'ORDER_NOT_APPROVED');
    if (faults.isDeclining) {
      faults.isDeclining = false;
      return refuse(422, 'INSTRUMENT_DECLINED');
    }
    addCapture(order, 'COMPLETED');
    return { status: 201, body: orderView(order) };
  }

  async function refund(captureId: string, body: { amount: { value: string }; custom_id?: string }): Promise<Answer> {
    const of = captures().find(({ id }) => id === captureId);
    const made = of && addRefund(of, body.amount.value, body.custom_id);
    return made ? { status: 201, body: refundView(made) } : refuse(422, 'REFUND_AMOUNT_EXCEEDED');
  }

  const signatureOf = (id: string, time: string, event: string) =>
    createHmac('sha256', SIGNING_KEY).update(`${id}|${time}|${webhookId}|${event}`).digest('base64');

  async function verify(text: string): Promise<Answer> {
    webhookCalls.verifications += 1;
    await faults.duringVerification?.();
    if (faults.verificationStatus !== 200) return refuse(faults.verificationStatus, 'VALIDATION_ERROR');
    const given = JSON.parse(text) as Record<
      'transmission_id' | 'transmission_time' | 'transmission_sig' | 'webhook_id',
      string
    >;
    const event = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
    const isSigned = given.transmission_sig === signatureOf(given.transmission_id, given.transmission_time, event);
    const isOurs = isSigned && given.webhook_id === webhookId;
    return { status: 200, body: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } };
  }

  /** The same request id returns the same response, also a refusal. */
  async function once(request: IncomingMessage, work: () => Promise<Answer>): Promise<Answer> {
    const key = `${request.url} ${String(request.headers['paypal-request-id'])}`;
    const known = replies.get(key);
    if (known) return known;
    const answer = await work();
    if (answer.status < 500) replies.set(key, answer);
    return answer;
  }

  function token(request: IncomingMessage): Answer {
    const { clientId, clientSecret } = PAYPAL_KEYS;
    const plain = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const encoded = Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString('base64');
    const given = request.headers.authorization;
    if (given !== `Basic ${plain}` && given !== `Basic ${encoded}`) return refuse(401, 'invalid_client');
    const access_token = randomUUID();
    tokens.add(access_token);
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 32_400 } };
  }

  /** PayPal's page: opening it approves, or cancels. */
  function page(path: URL): Answer {
    const order = orders.get(path.searchParams.get('token') ?? '');
    if (!order) return refuse(404, 'RESOURCE_NOT_FOUND');
    if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED';
    return { status: 302, body: {}, location: `${order.returnUrl}?token=${order.id}&PayerID=PAYER` };
  }

  async function answerTo(request: IncomingMessage, text: string): Promise<Answer & { readonly call?: Call }> {
    const path = new URL(request.url ?? '', fake.url);
    if (path.pathname === '/checkoutnow') return page(path);
    if (path.pathname === '/v1/oauth2/token') return token(request);
    if (!tokens.has(String(request.headers.authorization).replace('Bearer ', ''))) return refuse(401, 'invalid_token');
    if (path.pathname === '/v1/notifications/webhooks') {
      webhookCalls.lookUps += 1;
      return { status: 200, body: { webhooks: [{ id: webhookId, url: webhookUrl }] } };
    }
    if (path.pathname === '/v1/notifications/verify-webhook-signature') return verify(text);
    const body = text === '' ? {} : JSON.parse(text);
    if (path.pathname === '/v2/checkout/orders')
      return { ...(await once(request, () => create(body))), call: 'create' };
    const [, , , kind, id = '', action] = path.pathname.split('/');
    const order = kind === 'orders' ? orders.get(id) : undefined;
    if (order && action === 'capture') return { ...(await once(request, () => capture(order))), call: 'capture' };
    if (order) return { status: 200, body: orderView(order), call: 'get' };
    if (kind === 'captures' && action === 'refund') {
      return { ...(await once(request, () => refund(id, body))), call: 'refund' };
    }
    const found = captures().find((each) => each.id === id);
    if (kind === 'captures' && found) return { status: 200, body: captureView(found) };
    const back = captures()
      .flatMap(({ refunds }) => refunds)
      .find((each) => each.id === id);
    return kind === 'refunds' && back ? { status: 200, body: refundView(back) } : refuse(404, 'RESOURCE_NOT_FOUND');
  }

  function isLost(call: Call | undefined): boolean {
    const left = call === undefined ? 0 : (faults.lost.get(call) ?? 0);
    if (call !== undefined && left > 0) faults.lost.set(call, left - 1);
    return left > 0;
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body, location, call } = {
      call: undefined,
      location: undefined,
      ...(await answerTo(request, Buffer.concat(chunks).toString())),
    };
    if (isLost(call)) return void request.socket.destroy();
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const orderOf = (id: string): FakeOrder => {
    const order = orders.get(id);
    if (!order) throw new Error(`PayPal knows no order ${id}`);
    return order;
  };
  const fake: FakePayPal = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    faults,
    webhookCalls,
    recreateWebhook() {
      webhookId = newId();
    },
    approve(id) {
      orderOf(id).status = 'APPROVED';
    },
    capture: (id) => addCapture(orderOf(id), 'COMPLETED'),
    refund(id, value) {
      const [of] = orderOf(id).captures;
      const made = of && addRefund(of, value, undefined);
      if (!made) throw new Error('There is nothing to refund');
      return made.id;
    },
    captured: (id) => orderOf(id).captures.map(({ value }) => value),
    refunded: (id) => orderOf(id).captures.flatMap(({ refunds }) => refunds.map(({ value }) => value)),
    sign(type, resourceType, resource, at) {
      const body = JSON.stringify({ id: `WH-${newId()}`, event_type: type, resource_type: resourceType, resource });
      const [id, time] = [randomUUID(), at.toISOString()];
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': `${fake.url}/cert`,
          'paypal-transmission-id': id,
          'paypal-transmission-time': time,
          'paypal-transmission-sig': signatureOf(id, time, body),
        },
      };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
