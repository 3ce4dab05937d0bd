/** Rejects redirects: following one would send the token to another server. */
export async function sendPurge(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}: ${text.slice(0, 200)}`);
}
