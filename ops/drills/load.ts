import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const SHOPPERS = 20;
const READERS = 10;
/** After this long, a shopper gives up, and the order counts as unanswered. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 100;
/** The code of a 409 for a key whose first request is not finished. */
const IN_PROGRESS = 'request.conflict';
/** Not an error of the shop. The sandbox that replaces the provider is in a node and stores its payments in the same database. */
const PROVIDER_FAILED = 'payment.provider_failed';
const ADDRESS = {
  name: 'Dora Drill',
  line1: '1 Market Street',
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '34',
  'payment_method_data[card][cvc]': '123',
};

interface OpenPayment {
  readonly payment_intent_id: string;
  readonly client_secret: string;
  readonly sandbox_url: string;
  readonly publishable_key: string;
}

/** What shoppers saw during a drill. */
export interface Observed {
  /** By status, or by the code of a broken connection. */
  readonly answers: Map<string, number>;
  /** What failed, such as `503 server.unavailable POST /api/orders`, or why an order was refused. */
  readonly errors: Map<string, number>;
  orders: number;
  /** Scripts of pages that were not found: such a page never hydrates. */
  missingScripts: number;
  /** Milliseconds from the first failed request to the last. */
  failingFor: number;
  /** Longest time without any order, and without any page, in milliseconds. */
  orderGap: number;
  pageGap: number;
}

export interface Load {
  /** Starts a new count. */
  begin(): void;
  observed(): Observed;
  /** Numbers of all orders that the shop has acknowledged. */
  readonly acknowledged: readonly string[];
  stop(): Promise<void>;
}

const nothing = (): Observed => ({
  answers: new Map(),
  errors: new Map(),
  failingFor: 0,
  orders: 0,
  missingScripts: 0,
  orderGap: 0,
  pageGap: 0,
});

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** The addresses of the scripts and styles that a page names. */
export const assetsOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];

/**
 * Shoppers who order repeatedly, retrying failures with the same Idempotency-Key, a quarter of them by card, and visitors who
 * browse.
 * @param products the last one sells out
 */
export function startLoad(origin: string, tokens: readonly string[], products: readonly number[]): Load {
  const soldOut = new Set<number>();
  const acknowledged: string[] = [];
  let current = nothing();
  let lastOrder = performance.now();
  let lastPage = performance.now();
  let firstError: number | undefined;
  let isOver = false;

  async function send(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    let kind: string;
    try {
      const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(30_000) });
      kind = String(response.status);
      if (response.status < 500) {
        count(current.answers, kind);
        return response;
      }
      const [, code = ''] = /"code":"([\w.]+)"/.exec(await response.text()) ?? [];
      if (code === PROVIDER_FAILED) {
        count(current.errors, code);
        return undefined;
      }
      count(current.answers, kind);
      kind = `${kind} ${code}`;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      kind = cause?.code ?? name;
      count(current.answers, kind);
    }
    count(current.errors, `${kind} ${init.method ?? 'GET'} ${path.replace(/[?\d].*/, '')}`);
    firstError ??= performance.now();
    current.failingFor = performance.now() - firstError;
    return undefined;
  }

  /** Retries a write until it is answered. */
  async function insist(path: string, token: string, body: object): Promise<Response | undefined> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    };
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
      // The first attempt is still in progress.
      const isBusy = response?.status === 409 && (await response.clone().text()).includes(IN_PROGRESS);
      if (response && !isBusy) return response;
      await sleep(RETRY_MS);
    }
    return undefined;
  }

  /** Pays at the sandbox of the node that opened the payment; if that node has died, the payment stays open. */
  async function payByCard(token: string, amount: string): Promise<Response | undefined> {
    const opened = await insist('/api/payments/create-intent', token, { amount, shipping_address: ADDRESS });
    if (opened?.ok !== true) return opened;
    const { data } = (await opened.json()) as { data: OpenPayment };
    const body = new URLSearchParams({ ...CARD, key: data.publishable_key, client_secret: data.client_secret });
    const url = `${data.sandbox_url}/v1/payment_intents/${data.payment_intent_id}/confirm`;
    const isPaid = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(30_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isPaid) return undefined;
    return insist('/api/payments/confirm', token, { payment_intent_id: data.payment_intent_id });
  }

  async function order(token: string, product: number, paysByCard: boolean): Promise<void> {
    const added = await insist('/api/cart', token, { product_id: product });
    const cart = (await added?.json()) as { data?: { total?: string }; code?: string } | undefined;
    if (cart?.code === 'stock.insufficient') soldOut.add(product);
    if (added?.ok !== true) return;
    const placed = paysByCard
      ? await payByCard(token, cart?.data?.total ?? '')
      : await insist('/api/orders', token, { payment_method: 'offline', shipping_address: ADDRESS });
    const answer = (await placed?.json()) as { data?: { order_number?: string }; code?: string } | undefined;
    const number = answer?.data?.order_number;
    if (placed?.ok && number) {
      acknowledged.push(number);
      current.orders += 1;
      const at = performance.now();
      current.orderGap = Math.max(current.orderGap, at - lastOrder);
      lastOrder = at;
    } else if (answer?.code === 'stock.insufficient') {
      soldOut.add(product);
      // Otherwise the cart could not be ordered any more.
      await send('/api/cart', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    } else if (placed) {
      count(current.errors, `${placed.status} ${answer?.code}`);
    }
  }

  async function shop(index: number): Promise<void> {
    const token = tokens[index % tokens.length] ?? '';
    for (let turn = index; !isOver; turn += 1) {
      const product = products[turn % products.length] ?? 1;
      if (!soldOut.has(product)) await order(token, product, index % 4 === 0);
    }
  }

  async function read(index: number): Promise<void> {
    for (let turn = index; !isOver; turn += 1) {
      const pages = ['/', '/products', `/api/products?page=${1 + (turn % 20)}`, `/api/products/${1 + (turn % 500)}`];
      const response = await send(pages[turn % pages.length] ?? '/');
      if (response) {
        const scripts = assetsOf(await response.text());
        const at = performance.now();
        current.pageGap = Math.max(current.pageGap, at - lastPage);
        lastPage = at;
        // Browsers fetch them once; here each page fetches two, so that all nodes are asked for all scripts.
        for (let each = turn; each < turn + Math.min(2, scripts.length); each += 1) {
          const script = await send(scripts[each % scripts.length] ?? '');
          await script?.arrayBuffer();
          if (script?.status === 404) current.missingScripts += 1;
        }
      }
      await sleep(response ? 20 : RETRY_MS);
    }
  }

  const running = [
    ...Array.from({ length: SHOPPERS }, (_, index) => shop(index)),
    ...Array.from({ length: READERS }, (_, index) => read(index)),
  ];
  return {
    begin() {
      current = nothing();
      firstError = undefined;
      lastOrder = performance.now();
      lastPage = lastOrder;
    },
    observed() {
      const at = performance.now();
      const { orderGap, pageGap } = current;
      return { ...current, orderGap: Math.max(orderGap, at - lastOrder), pageGap: Math.max(pageGap, at - lastPage) };
    },
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
