import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentFailed, type Post, placeOrder } from '../../bench/place-order.ts';
import { createObservation, type Observation, type Observed } from './observation.ts';

export const SHOPPERS = 20;
const READERS = 10;
/** One in this many shoppers pays by card. */
const CARD_SHARE = 4;
const REQUEST_TIMEOUT_MS = 30_000;
/** After this long, a shopper gives up, and the order counts as unanswered. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 100;
const READ_MS = 20;
/** The code of a 409 for a key whose first request is not finished. */
const IN_PROGRESS = 'request.conflict';
const OUT_OF_STOCK = 'stock.insufficient';
/** Not counted as an error of the shop: the sandbox that replaces the provider runs in a node and uses the same database. */
const PROVIDER_FAILED = 'payment.provider_failed';

export interface Load {
  /** Starts a new count. */
  begin(): void;
  observed(): Observed;
  /** Numbers of all orders that the shop has acknowledged. */
  readonly acknowledged: readonly string[];
  stop(): Promise<void>;
}

class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`${status} ${code}`);
    this.code = code;
  }
}

/** The shopper has given up. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** The addresses of the scripts and styles that a page names. */
export const assetsOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];

type Send = (path: string, init?: RequestInit) => Promise<Response | undefined>;

/** Sends requests and counts the responses. @returns undefined for a failure. */
function createSender(origin: string, observation: Observation): Send {
  return async (path, init = {}) => {
    let kind: string;
    try {
      const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
      kind = String(response.status);
      if (response.status < 400) {
        observation.responded(kind);
        return response;
      }
      const [, code = ''] = /"code":"([\w.]+)"/.exec(await response.clone().text()) ?? [];
      if (response.status < 500) {
        observation.responded(`${kind} ${code}`);
        return response;
      }
      if (code === PROVIDER_FAILED) {
        observation.refused(code);
        return undefined;
      }
      observation.responded(kind);
      kind = `${kind} ${code}`;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      kind = cause?.code ?? name;
      observation.responded(kind);
    }
    const request = `${init.method ?? 'GET'} ${path.replace(/[?\d].*/, '')}`;
    observation.failed(`${kind} ${request}`, performance.now());
    return undefined;
  };
}

/** Retries a write with the same Idempotency-Key until it gets a response. */
function createPost(send: Send, token: string): Post {
  return async <T>(path: string, body: object): Promise<T> => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    };
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
      const answer = (await response?.json()) as { readonly data: T; readonly code?: string } | undefined;
      if (response?.ok && answer) return answer.data;
      // The first attempt may still be in progress.
      if (response && answer?.code !== IN_PROGRESS) throw new Refused(response.status, answer?.code);
      await sleep(RETRY_MS);
    }
    throw new Unanswered(path);
  };
}

/**
 * Shoppers who order repeatedly, retrying failures with the same Idempotency-Key, a quarter of them by card, and visitors who
 * browse.
 * @param products the last one sells out
 */
export function startLoad(origin: string, tokens: readonly string[], products: readonly number[]): Load {
  const observation = createObservation(performance.now());
  const send = createSender(origin, observation);
  const soldOut = new Set<number>();
  const acknowledged: string[] = [];
  let isOver = false;

  async function order(token: string, product: number, paysByCard: boolean): Promise<void> {
    const post = createPost(send, token);
    const { total } = await post<{ readonly total: string }>('/api/cart', { product_id: product });
    try {
      const { order_number } = await placeOrder(post, paysByCard ? 'card' : 'offline', total);
      acknowledged.push(order_number);
      observation.ordered(performance.now());
    } catch (error) {
      // With a product that is out of stock, the cart could not be ordered any more.
      if (error instanceof Refused && error.code === OUT_OF_STOCK)
        await send('/api/cart', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
      else if (error instanceof Refused) observation.refused(error.message);
      throw error;
    }
  }

  async function shop(index: number): Promise<void> {
    const token = tokens[index % tokens.length] ?? '';
    for (let turn = index; !isOver; turn += 1) {
      const product = products[turn % products.length] ?? 1;
      if (soldOut.has(product)) continue;
      try {
        await order(token, product, index % CARD_SHARE === 0);
      } catch (error) {
        if (error instanceof Refused && error.code === OUT_OF_STOCK) soldOut.add(product);
        // If the node with the sandbox has died, the payment stays open.
        else if (!(error instanceof Refused || error instanceof Unanswered || error instanceof PaymentFailed))
          throw error;
      }
    }
  }

  /** Browsers fetch scripts once; here each page fetches two, so that all nodes are asked for all scripts. */
  async function readScripts(scripts: readonly string[], turn: number): Promise<void> {
    for (let each = turn; each < turn + Math.min(2, scripts.length); each += 1) {
      const script = await send(scripts[each % scripts.length] ?? '');
      await script?.arrayBuffer();
      if (script?.status === 404) observation.scriptMissing();
    }
  }

  async function browse(index: number): Promise<void> {
    for (let turn = index; !isOver; turn += 1) {
      const pages = ['/', '/products', `/api/products?page=${1 + (turn % 20)}`, `/api/products/${1 + (turn % 500)}`];
      const response = await send(pages[turn % pages.length] ?? '/');
      if (response) {
        const scripts = assetsOf(await response.text());
        observation.pageShown(performance.now());
        await readScripts(scripts, turn);
      }
      await sleep(response ? READ_MS : RETRY_MS);
    }
  }

  const running = [
    ...Array.from({ length: SHOPPERS }, (_, index) => shop(index)),
    ...Array.from({ length: READERS }, (_, index) => browse(index)),
  ];
  return {
    begin: () => observation.begin(performance.now()),
    observed: () => observation.observed(performance.now()),
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
