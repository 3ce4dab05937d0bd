import { callForFile } from './call.ts';
import type { CallKey, Input } from './calls.ts';

/** Long enough for any browser to start the download. */
const KEPT_MS = 60_000;

/**
 * Fetches a file with the saved token, which a link could not send, and starts a download.
 * @throws ApiError like `call`
 */
export async function download<K extends CallKey>(key: K, input: Input<K>): Promise<void> {
  const { name, content } = await callForFile(key, input);
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
