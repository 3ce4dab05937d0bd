import { expect, test } from 'vitest';
import { placeProduct } from './product-order.ts';

test('the first placed product comes before all others', () => {
  expect(placeProduct({ placed: [], shown: [1, 2, 3], productId: 3, position: 1 })).toEqual([3]);
  expect(placeProduct({ placed: [3], shown: [3, 1, 2], productId: 2, position: 1 })).toEqual([2, 3]);
});

test('a placed product moves among the placed ones, up and down', () => {
  const shown = [5, 6, 7, 1, 2];
  expect(placeProduct({ placed: [5, 6, 7], shown, productId: 7, position: 2 })).toEqual([5, 7, 6]);
  expect(placeProduct({ placed: [5, 6, 7], shown, productId: 5, position: 2 })).toEqual([6, 5, 7]);
  expect(placeProduct({ placed: [5, 6, 7], shown, productId: 5, position: 3 })).toEqual([6, 7, 5]);
});

test('a position among the others places those before it too', () => {
  expect(placeProduct({ placed: [5], shown: [5, 1, 2, 3, 4], productId: 4, position: 3 })).toEqual([5, 1, 4]);
  expect(placeProduct({ placed: [5, 1], shown: [5, 1, 2, 3], productId: 5, position: 3 })).toEqual([1, 2, 5]);
  expect(placeProduct({ placed: [], shown: [1, 2, 3], productId: 1, position: 9 })).toEqual([2, 3, 1]);
});

test('a product that shoppers do not see at the moment keeps its place', () => {
  // 9 is hidden between 5 and 6.
  expect(placeProduct({ placed: [5, 9, 6], shown: [5, 6, 1], productId: 1, position: 2 })).toEqual([5, 9, 1, 6]);
  expect(placeProduct({ placed: [5, 9, 6], shown: [5, 6, 1], productId: 6, position: null })).toEqual([5, 9]);
});
