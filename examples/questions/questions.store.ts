import { likePattern } from '#plugin';
import type { Database, Transaction } from './tables.ts';

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/** Answered questions about a product, newest first. */
export async function listAnswered(db: Database, productId: number, { limit, offset }: Range) {
  const answered = db
    .selectFrom('plugin_questions.question')
    .where('product_id', '=', productId)
    .where('answer', 'is not', null);
  const [{ count }, rows] = await Promise.all([
    answered.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    answered
      .select(['id', 'text'])
      .select((eb) => eb.ref('answer').$notNull().as('answer'))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { total: count, rows };
}

/** Questions for the back office, newest first. */
export async function findQuestions(
  db: Database,
  { search = '', onlyOpen }: { readonly search: string | undefined; readonly onlyOpen: boolean },
  { limit, offset }: Range,
) {
  const found = db
    .selectFrom('plugin_questions.question as question')
    .innerJoin('product', 'product.id', 'question.product_id')
    .$if(onlyOpen, (query) => query.where('question.answer', 'is', null))
    .$if(search !== '', (query) => query.where('question.text', 'ilike', likePattern(search)));
  const [{ count }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    found
      .select(['question.id', 'product.name as product', 'question.text', 'question.answer', 'question.created_at'])
      .orderBy('question.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { total: count, rows };
}

export async function countOpen(db: Database, askedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('plugin_questions.question')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('answer', 'is', null)
    .where('created_at', '<', askedBefore)
    .executeTakeFirstOrThrow();
  return count;
}

/** Products with answered questions, the most asked about first. */
export async function listProducts(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('plugin_questions.question')
    .select('product_id')
    .where('answer', 'is not', null)
    .groupBy('product_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(100)
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** How many answered questions each of these products has; one without any is left out. */
export async function countAnswered(db: Database, productIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('plugin_questions.question')
    .select(['product_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('product_id', 'in', productIds)
    .where('answer', 'is not', null)
    .groupBy('product_id')
    .execute();
  return new Map(rows.map(({ product_id, count }) => [product_id, count]));
}

/** @returns undefined if the customer has an open question about the product */
export const insertQuestion = (
  db: Database,
  question: { readonly product_id: number; readonly user_id: number; readonly text: string; readonly created_at: Date },
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('plugin_questions.question')
    .values(question)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** A question with its customer and product, locked until the end of the transaction. */
export const lockQuestion = (tx: Transaction, id: number) =>
  tx
    .selectFrom('plugin_questions.question as question')
    .innerJoin('users', 'users.id', 'question.user_id')
    .innerJoin('product', 'product.id', 'question.product_id')
    .select([
      'question.text',
      'question.answer',
      'question.product_id',
      'product.name as product',
      'users.id as userId',
      'users.name',
      'users.email',
    ])
    .where('question.id', '=', id)
    .forUpdate('question')
    .executeTakeFirst();

export async function updateAnswer(tx: Transaction, id: number, answer: string): Promise<void> {
  await tx.updateTable('plugin_questions.question').set({ answer }).where('id', '=', id).execute();
}

/** Everything that a customer has asked, oldest first. */
export const listQuestionsOf = (db: Database, userId: number) =>
  db
    .selectFrom('plugin_questions.question as question')
    .innerJoin('product', 'product.id', 'question.product_id')
    .select(['product.name as product', 'question.text', 'question.answer', 'question.created_at'])
    .where('question.user_id', '=', userId)
    .orderBy('question.id')
    .execute();

/** @returns the products of the deleted questions */
export async function deleteQuestionsOf(tx: Transaction, userId: number): Promise<number[]> {
  const deleted = await tx
    .deleteFrom('plugin_questions.question')
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute();
  return deleted.map(({ product_id }) => product_id);
}
