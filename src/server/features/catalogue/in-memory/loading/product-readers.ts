import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import type { KnownProduct } from '../../indexing/indexed-products.store.ts';
import type { ChangedProduct } from '../table/changed-product.ts';
import type { ReadAnswer, ReadTask } from './product-reader.worker.ts';

/** More readers would wait for the main thread, which adds what they read to the index. */
const MAX_READERS = 3;

/** A thread asks PostgreSQL for the next products while it reads the texts of the last ones, so that neither waits for the other. */
const TASKS_PER_READER = 2;

/** How many worker threads can read products beside the main thread. */
export const readerCount = (): number => Math.min(MAX_READERS, availableParallelism() - 1);

/** Reads products in worker threads: most of the CPU time of a first load goes into splitting texts into words. */
export class ProductReaders {
  readonly #pool: Tinypool;
  readonly #settings: Pick<ReadTask, 'connection' | 'filters'>;
  readonly #numberOf: (word: string) => number;
  /** Keeps all threads busy, with one more read that waits for a thread. */
  readonly readsAtOnce: number;
  /** For each thread, by its own word numbers: the numbers in the index. */
  readonly #numbers = new Map<number, number[]>();

  /** @param numberOf the number of a word in the index */
  constructor(count: number, settings: Pick<ReadTask, 'connection' | 'filters'>, numberOf: (word: string) => number) {
    this.#settings = settings;
    this.#numberOf = numberOf;
    this.readsAtOnce = count * TASKS_PER_READER + 1;
    this.#pool = new Tinypool({
      filename: new URL('./product-reader.worker.ts', import.meta.url).href,
      minThreads: count,
      maxThreads: count,
      concurrentTasksPerWorker: TASKS_PER_READER,
      teardown: 'close',
      // Do not inherit the server's flags: one of them ends the process with its parent.
      execArgv: [],
    });
  }

  async read(known: readonly KnownProduct[]): Promise<ChangedProduct[]> {
    const task: ReadTask = { ...this.#settings, connections: TASKS_PER_READER, known };
    // Answers of a thread arrive in the order in which it numbered its words.
    return this.#changesOf(await this.#pool.run(task));
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #changesOf({ threadId, newWords, products, words, impacts }: ReadAnswer): ChangedProduct[] {
    const numbers = this.#numbers.get(threadId) ?? [];
    this.#numbers.set(threadId, numbers);
    for (const word of newWords) numbers.push(this.#numberOf(word));
    for (let i = 0; i < words.length; i += 1) words[i] = numbers[words[i] as number] as number;
    let end = 0;
    return products.map(({ facts, variants, text }) => {
      if (!text) return { facts, variants, text };
      const start = end;
      end += text.wordCount;
      const read = {
        words: words.subarray(start, end),
        impacts: impacts.subarray(start, end),
        nameLength: text.nameLength,
      };
      return { facts, variants, text: { name: text.name, tags: text.tags }, read };
    });
  }
}
