import { ACCOUNTS } from './pages.ts';

async function call<Data>(url: string, path: string, init: RequestInit = {}): Promise<Data> {
  const response = await fetch(new URL(`/api${path}`, url), init);
  const { data, message } = (await response.json()) as { data: Data; message: string };
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${message}`);
  return data;
}

/** The token of a demo account, enough to be signed in. */
export async function signIn(url: string, account: keyof typeof ACCOUNTS): Promise<string> {
  const { token } = await call<{ token: string }>(url, '/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNTS[account]),
  });
  return token;
}

/** Adds products to the shopper's cart and wishlist, so that those pages have content. */
export async function goShopping(url: string, token: string): Promise<void> {
  const authorization = `Bearer ${token}`;
  const list = await call<{ data: { id: number; has_variants: boolean }[] }>(url, '/products?inStock=true');
  const [wanted, wished] = list.data.filter(({ has_variants }) => !has_variants);
  await call(url, '/cart', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ product_id: wanted?.id, quantity: 1 }),
  });
  await call(url, `/wishlist/${wished?.id}`, { method: 'POST', headers: { authorization } });
}

/** The shopper's newest order. */
export async function anOrder(url: string, token: string): Promise<{ id: number; number: string }> {
  const { data } = await call<{ data: { id: number; order_number: string }[] }>(url, '/orders', {
    headers: { authorization: `Bearer ${token}` },
  });
  const [newest] = data;
  if (!newest) throw new Error('The demo shopper has no order.');
  return { id: newest.id, number: newest.order_number };
}
