import { dependsOn, type Handlers, pageOf, rangeOf, refuse, respond } from '#plugin';
import { answerQuestion } from './answer-question.ts';
import { type contract, refusals } from './contract.ts';
import { findQuestions, insertQuestion, listAnswered, listProducts } from './questions.store.ts';
import type { Services } from './tables.ts';

export const handlers = (services: Services): Handlers<typeof contract> => ({
  'GET /questions/{productId}': async ({ params: { productId }, query }) => {
    dependsOn(`product:${productId}`);
    const { total, rows } = await listAnswered(services.db, productId, rangeOf(query));
    return respond(pageOf(query, total, rows));
  },
  'POST /questions': async ({ body: { product_id, text }, caller: { userId } }) => {
    const { isOn } = await services.settings();
    if (!isOn) throw refuse(refusals.closed);
    const [product] = await services.products.byIds([product_id]);
    if (!product?.isActive) throw refuse('product.not_found');
    const question = { product_id, user_id: userId, text, created_at: services.now() };
    const inserted = await insertQuestion(services.db, question);
    if (!inserted) throw refuse(refusals.waiting);
    return respond(inserted, 'Thank you. You will get the answer by email.');
  },
  'PUT /admin/questions/{id}/answer': async ({ params: { id }, body, caller, request }) => {
    await answerQuestion(services, { id, answer: body.answer }, { actor: caller, request });
    return respond(null, 'Answer sent.');
  },
  'GET /admin/questions': async ({ query }) => {
    const filter = { search: query.search, onlyOpen: query.status === 'open' };
    const { total, rows } = await findQuestions(services.db, filter, rangeOf(query));
    const questions = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })); // `timestamp` is a string
    return respond(pageOf(query, total, questions));
  },
  'GET /questions/products': async ({ query: { sort, ...query } }) => {
    dependsOn('plugin');
    const among = await listProducts(services.db);
    return respond(await services.products.browse(query, { among, ...(sort && { sortBy: 'price' }) }));
  },
});
