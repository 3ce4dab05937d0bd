import { createFairQueue, QueueFullError } from '#server/platform/fair-queue/fair-queue.ts';
import type { Priority } from '#server/platform/fair-queue/waiting-line.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Decoding a large picture takes up to 200 MB and a full core, so one at a time in the whole process. A waiting upload holds 10 MB.
 */
const queue = createFairQueue({ concurrency: 1, maxWaiting: 16, maxWaitingPerOwner: 8 });
/** The slowest allowed picture takes less. */
const RETRY_AFTER_SECONDS = 2;

/** Timeout for decoding. */
export const DECODE_TIMEOUT_SECONDS = 10;

/**
 * Decodes a picture when it is the user's turn. Product pictures go before avatars.
 * @throws Refusal `request.too_many` when too many pictures are waiting.
 */
export async function decodeInTurn<T>(userId: number, priority: Priority, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(userId, priority, work);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const message = 'Too many pictures are being processed. Please wait a moment and try again.';
    throw new Refusal('request.too_many', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
