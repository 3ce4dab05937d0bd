import { expect, test } from 'vitest';
import { demoProducts } from '#demo/catalogue/catalogue.ts';
import { gradeOf } from './judge.ts';
import { isHeldOut, readJudgements } from './judgements.ts';
import { ndcg } from './measures.ts';

test('at least 200 queries can be answered by the demo shop, half of them held out', () => {
  const judgements = readJudgements();
  const answerable = judgements.filter((one) => demoProducts.some((product) => gradeOf(product, one) > 0));
  expect(answerable.length).toBeGreaterThanOrEqual(200);
  const heldOut = answerable.filter(({ query }) => isHeldOut(query)).length / answerable.length;
  expect(heldOut).toBeGreaterThan(0.4);
  expect(heldOut).toBeLessThan(0.6);
});

test('no query is judged twice', () => {
  const queries = readJudgements().map(({ query }) => query);
  expect(queries.filter((query, place) => queries.indexOf(query) !== place)).toEqual([]);
});

test('earlier good results score higher', () => {
  const all = [3, 1, 0, 0];
  expect(ndcg([3, 1], all)).toBe(1);
  expect(ndcg([1, 3], all)).toBeLessThan(1);
  expect(ndcg([0, 0], all)).toBe(0);
  expect(ndcg([], all)).toBe(0);
});
