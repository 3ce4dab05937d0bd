import { threadId } from 'node:worker_threads';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import { TextReader, Vocabulary } from '#server/features/search/index.ts';
import type { SessionTraits } from '#server/platform/database/connection.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import type { KnownProduct } from '../../indexing/indexed-products.store.ts';
import { type ChangedProduct, readChangedProducts } from '../table/changed-product.ts';
import { TEXT_WEIGHTS } from '../text-weights.ts';

/** What a worker thread has to read. */
export interface ReadTask {
  readonly connection: { readonly url: string; readonly traits: SessionTraits };
  /** One for each task that a thread runs at the same time. */
  readonly connections: number;
  readonly known: readonly KnownProduct[];
  readonly filters: readonly FilterField[];
}

/** A product; its words are among those of the answer. */
export interface ProductOfWorker extends Pick<ChangedProduct, 'facts' | 'variants'> {
  readonly text:
    | {
        readonly name: string;
        readonly tags: readonly string[];
        readonly wordCount: number;
        readonly nameLength: number;
      }
    | undefined;
}

export interface ReadAnswer {
  readonly threadId: number;
  /** Words that are new to this thread. It numbers its words in the order in which its answers list them. */
  readonly newWords: readonly string[];
  readonly products: readonly ProductOfWorker[];
  /** Numbers and impacts of the words of all products, one after the other. */
  readonly words: Int32Array;
  readonly impacts: Uint8Array;
}

const vocabulary = new Vocabulary();
const reader = new TextReader(vocabulary, TEXT_WEIGHTS);
let announcedWords = 0;
let db: Database | undefined;

/** Runs in a worker thread: reads products from the database, and their texts as word numbers. */
export default async function read({ connection, connections, known, filters }: ReadTask): Promise<ReadAnswer> {
  db ??= openDatabase({ ...connection, poolSize: connections, onError: () => undefined }).db;
  const words: number[] = [];
  const impacts: number[] = [];
  const products = (await readChangedProducts(db, known, filters)).map(({ facts, text, variants }) => {
    if (!text) return { facts, variants, text };
    const read = reader.read(text);
    for (let i = 0; i < read.words.length; i += 1) {
      words.push(read.words[i] as number);
      impacts.push(read.impacts[i] as number);
    }
    const tags = [text.tags ?? []].flat();
    return {
      facts,
      variants,
      text: { name: text.name, tags, wordCount: read.words.length, nameLength: read.nameLength },
    };
  });
  const newWords = Array.from({ length: vocabulary.size - announcedWords }, (_, i) =>
    vocabulary.word(announcedWords + i),
  );
  announcedWords = vocabulary.size;
  return { threadId, newWords, products, words: Int32Array.from(words), impacts: Uint8Array.from(impacts) };
}

/** Called before the thread ends. */
export async function close(): Promise<void> {
  await db?.destroy();
}
