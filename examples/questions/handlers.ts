import { dependsOn, type Handlers, pageOf, rangeOf, respond } from '#plugin';
import { answerQuestion } from './answer-question.ts';
import { askQuestion } from './ask-question.ts';
import type { contract } from './contract.ts';
import { findQuestions, listAnswered, listProducts } from './questions.store.ts';
import type { Services } from './tables.ts';

export const handlers = (services: Services): Handlers<typeof contract> => ({
  'GET /questions/{productId}': async ({ params: { productId }, query }) => {
    dependsOn(`product:${productId}`);
    const { total, rows } = await listAnswered(services.db, productId, rangeOf(query));
    return respond(pageOf(query, total, rows));
  },
  'POST /questions': async ({ body, caller: { userId } }) => {
    const question = await askQuestion(services, body, userId);
    return respond(question, 'Thank you. You will get the answer by email.');
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
