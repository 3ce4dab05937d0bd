import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';

/** Each batch rescans what is already numbered, so small batches would take minutes for a million documents. */
const BATCH_SIZE = 10_000;
export const EVERY_MINUTE = '* * * * *';

export interface NumberingServices {
  readonly db: Database;
  readonly now: Clock;
}

/** A kind of document whose numbers are consecutive, without gaps. */
export interface NumberedDocuments {
  /** Locks the counter, so that one caller at a time assigns numbers. */
  readonly lock: (tx: Transaction) => Promise<void>;
  /** Assigns the next numbers, after {@link NumberedDocuments.lock}. @returns how many it assigned */
  readonly insertNext: (tx: Transaction, limit: number, at: Date) => Promise<number>;
  /** Called when everything has a number: later calls then skip what is older than any running transaction. */
  readonly skipOld: (tx: Transaction, at: Date) => Promise<void>;
}

/** Assigns a number to every document that has none, in commit order. */
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
