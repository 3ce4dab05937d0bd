import { inject } from 'vitest';

/**
 * Calls the shop's API, as a program or another device does.
 * @returns `data` of the response
 * @throws the message of a refusal
 */
export async function callShop<D>(
  path: string,
  { token, body, shopUrl = inject('shopUrl') }: { token?: string; body?: object; shopUrl?: string } = {},
): Promise<D> {
  const response = await fetch(`${shopUrl}/api${path}`, {
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { data, message } = (await response.json()) as { data: D; message: string };
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${message}`);
  return data;
}

/** The first search result for a name. */
export async function findProduct(name: string): Promise<{ id: number }> {
  const { data } = await callShop<{ data: { id: number }[] }>(`/products?search=${encodeURIComponent(name)}`);
  if (!data[0]) throw new Error(`The demo shop has no ${name}`);
  return data[0];
}
