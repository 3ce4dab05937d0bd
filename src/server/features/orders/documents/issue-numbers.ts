import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';

/** Each batch skips what has had its number since yesterday: smaller ones would take minutes for a million. */
const BATCH_SIZE = 10_000;
export const EVERY_MINUTE = '* * * * *';

export interface NumberingServices {
  readonly db: Database;
  readonly now: Clock;
}

/** A kind of document whose numbers are consecutive, without gaps. */
export interface NumberedDocuments {
  /** Locks the counter: one caller at a time gives numbers. */
  readonly lock: (tx: Transaction) => Promise<void>;
  /** Gives the next numbers to what has none, after {@link NumberedDocuments.lock}. @returns how many it gave */
  readonly insertNext: (tx: Transaction, limit: number, at: Date) => Promise<number>;
  /** Once everything has its number: no longer looks at what is older than any transaction. */
  readonly skipOld: (tx: Transaction, at: Date) => Promise<void>;
}

/** Gives everything without a number its number, in the order of the commits. */
export async function issueNumbers({ db, now }: NumberingServices, documents: NumberedDocuments): Promise<void> {
  const issueSome = () =>
    inTransaction(db, async (tx) => {
      await documents.lock(tx);
      const issued = await documents.insertNext(tx, BATCH_SIZE, now());
      if (issued < BATCH_SIZE) await documents.skipOld(tx, now());
      return issued;
    });
  while ((await issueSome()) === BATCH_SIZE);
}
