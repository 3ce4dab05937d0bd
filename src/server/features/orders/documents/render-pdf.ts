import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Tinypool } from 'tinypool';
import { createFairQueue, QueueFullError } from '#server/platform/fair-queue/fair-queue.ts';
import type { Priority } from '#server/platform/fair-queue/waiting-line.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sheet } from './sheet.ts';

/** Cache size; an invoice has 20 to 40 kB. */
const CACHE_BYTES = 8 * 1024 * 1024;
/** Enough to print a day's invoices at once. */
const QUEUE_LIMITS = { concurrency: 1, maxWaiting: 200, maxWaitingPerOwner: 100 } as const;
const RETRY_AFTER_SECONDS = 5;
/** An idle worker ends and frees its 60 MB. */
const IDLE_TIMEOUT_MS = 10_000;
const WORKER_HEAP_MB = 256;

export interface RequestedBy {
  readonly userId: number;
  readonly isAdmin: boolean;
}

/** Renders the documents of a shop in a worker thread, to keep the event loop free. */
export interface DocumentRenderer {
  /**
   * Renders a sheet as PDF. Cached by the sheet's content, so a PDF is never older than the order and the settings it shows.
   * @throws Refusal `request.too_many` when too many documents are waiting.
   */
  renderPdf(sheet: Sheet, requestedBy: RequestedBy): Promise<Uint8Array>;
  /** Ends the worker; documents in progress fail. */
  close(): Promise<void>;
}

async function openPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./pdf-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    // Do not inherit the server's flags: one of them ends the process with its parent.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: 8 },
  });
}

/** Starts the worker with the first document. */
export function createDocumentRenderer(): DocumentRenderer {
  const queue = createFairQueue(QUEUE_LIMITS);
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (pdf) => Math.max(1, pdf.byteLength),
  });
  const rendering = new Map<string, Promise<Uint8Array>>();
  let pool: Promise<Tinypool> | undefined;

  async function renderInTurn(sheet: Sheet, { userId, isAdmin }: RequestedBy): Promise<Uint8Array> {
    const priority: Priority = isAdmin ? 'urgent' : 'normal';
    try {
      return await queue.run(userId, priority, async () => {
        pool ??= openPool();
        return (await pool).run(sheet);
      });
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      const message = 'Too many documents are being written. Please wait a moment and try again.';
      throw new Refusal('request.too_many', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  return {
    async renderPdf(sheet, requestedBy) {
      const key = createHash('sha256').update(JSON.stringify(sheet)).digest('base64');
      const cached = cache.get(key);
      if (cached) return cached;
      const underWay = rendering.get(key);
      if (underWay) return underWay;
      const work = renderInTurn(sheet, requestedBy).finally(() => rendering.delete(key));
      rendering.set(key, work);
      const pdf = await work;
      cache.set(key, pdf);
      return pdf;
    },
    async close() {
      await queue.close();
      await (await pool)?.destroy();
    },
  };
}
