import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './processes.ts';

const ROUNDS = 5;
/** The CDN must not show anything older either (docs/decisions/0073). */
const MAX_MS = 2_000;
const POLL_MS = 20;

interface Answer {
  readonly text: string;
  readonly etag: string | null;
  readonly isHit: boolean;
}

async function read(url: string): Promise<Answer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const { headers } = response;
  return { text: await response.text(), etag: headers.get('etag'), isHit: headers.get('x-cache') === 'hit' };
}

/**
 * Changes the price of a product whose page, API details and list Varnish has cached, and waits until all three show it.
 * @param origins of the nodes
 * @returns milliseconds from each change until all three show the new price
 * @throws Error if that takes longer than two seconds, or the nodes send different ETags
 */
export async function changePricesBehindVarnish(
  cdn: string,
  origins: readonly string[],
  setPrice: (productId: number, cents: number) => Promise<void>,
): Promise<number[]> {
  const list = '/api/products';
  const { data } = JSON.parse((await read(cdn + list)).text) as { data: { data: { id: number }[] } };
  const product = data.data[0];
  if (!product) throw new Error('The shop has no products');
  const paths = [list, `/api/products/${product.id}`, `/products/${product.id}`];
  const shown: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isKept = async () => (await Promise.all(paths.map((path) => read(cdn + path)))).every(({ isHit }) => isHit);
    await until('Varnish serves from its cache', isKept);
    const hundreds = 100 + Math.floor(Math.random() * 900);
    const price = new RegExp(`1,?${hundreds}\\.41`);
    await setPrice(product.id, 100_041 + hundreds * 100);
    const changedAt = performance.now();
    for (;;) {
      const responses = await Promise.all(paths.map((path) => read(cdn + path)));
      const time = Math.round(performance.now() - changedAt);
      if (responses.every(({ text }) => price.test(text))) {
        shown.push(time);
        break;
      }
      if (time > MAX_MS) throw new Error(`After ${time} ms Varnish does not show the new price everywhere`);
      await sleep(POLL_MS);
    }
  }
  for (const path of paths) {
    // Orders change stock all the time, and a node shows that up to two seconds after another one.
    const haveSameEtag = async () => {
      const responses = await Promise.all(origins.map((origin) => read(origin + path)));
      return new Set(responses.map(({ etag }) => etag)).size === 1;
    };
    await until(`the nodes send the same ETag of ${path}`, haveSameEtag, 5 * MAX_MS);
  }
  return shown;
}
