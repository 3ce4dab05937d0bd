import { z } from 'zod';
import {
  defineEndpoints,
  defineRefusals,
  id,
  idParam,
  multiLine,
  noData,
  page,
  paged,
  perPage,
  productListQuery,
  productPage,
  singleLine,
  timestamp,
} from '#plugin';
import { QUESTION_LIMITS } from './limits.ts';

export const refusals = defineRefusals('questions', {
  closed: { status: 409, message: 'Questions are closed at the moment.' },
  waiting: { status: 409, message: 'Your last question about this product is not answered yet.' },
  not_found: { status: 404, message: 'This question does not exist.' },
});

export const contract = defineEndpoints({
  'GET /questions/{productId}': {
    access: 'public',
    shared: true,
    summary: 'Answered questions about a product',
    params: z.object({ productId: idParam }),
    query: z.object({ page, per_page: perPage }),
    data: paged(z.object({ id, text: z.string(), answer: z.string() })),
  },
  'POST /questions': {
    access: 'customer',
    summary: 'Asks a question',
    body: z.object({ product_id: id, text: multiLine(1, QUESTION_LIMITS.text) }),
    data: z.object({ id }),
    status: 201,
    refusals: [refusals.closed, refusals.waiting, 'product.not_found'],
  },
  'GET /admin/questions': {
    access: 'admin',
    summary: 'All questions',
    query: z.object({
      page,
      per_page: perPage,
      search: singleLine(0, 100).optional(),
      status: z.enum(['all', 'open']),
    }),
    data: paged(
      z.object({ id, product: z.string(), text: z.string(), answer: z.string().nullable(), created_at: timestamp }),
    ),
  },
  'PUT /admin/questions/{id}/answer': {
    access: 'admin',
    summary: 'Answers a question',
    params: z.object({ id: idParam }),
    body: z.object({ answer: multiLine(1, QUESTION_LIMITS.answer) }),
    data: noData,
    refusals: [refusals.not_found],
  },
  'GET /questions/products': {
    access: 'public',
    shared: true,
    summary: 'Products with answered questions',
    query: productListQuery({ sort: z.enum(['cheapest']).optional() }),
    data: productPage,
  },
});
