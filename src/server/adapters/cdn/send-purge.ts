const MAX_BODY_LENGTH = 200;

/**
 * Rejects redirects: following one would send the token to another server.
 * @throws Error with the host and the status, which administrators see, and the start of the body as its cause, for the log.
 */
export async function sendPurge(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(url).host} answered ${response.status}`, { cause: text.slice(0, MAX_BODY_LENGTH) });
}
