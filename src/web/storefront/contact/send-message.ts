import { callForMessage } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { newKey } from '#web/api/new-key.ts';

type Message = Input<'POST /contact'>['body'];

/** Back-office §4: minimum time that the button shows 'Sending...'. */
const SENDING_MS = 1_000;

/** The last attempt, so that retrying after a lost response sends the same message and not a second one. */
let lastTry: { readonly content: string; readonly key: string } | undefined;

function keyFor(message: Message): string {
  const content = JSON.stringify(message);
  if (lastTry?.content !== content) lastTry = { content, key: newKey() };
  return lastTry.key;
}

/**
 * Sends a message to the shop.
 * @returns the shop's confirmation
 * @throws ApiError when refused or failed
 */
export async function sendMessage(message: Message): Promise<string> {
  const pause = new Promise((resolve) => setTimeout(resolve, SENDING_MS));
  const sending = callForMessage('POST /contact', { body: message }, { idempotencyKey: keyFor(message) });
  const [sent] = await Promise.allSettled([sending, pause]);
  if (sent.status === 'rejected') throw sent.reason;
  lastTry = undefined;
  return sent.value;
}
