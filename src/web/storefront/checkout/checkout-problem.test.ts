import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { problemOfOpening, refused } from './checkout-problem.ts';

test.each([
  ['the shop says', new ApiError('No card can be charged that.', { status: 422 }), 'No card can be charged that.'],
  ['is said of a shop without words', new ApiError('', { status: 500 }), 'Failed to process payment'],
  ['is said of an error without words', new Error(''), 'An error occurred'],
])('a payment that could not be opened is explained by %s', async (_, error, message) => {
  expect(await problemOfOpening(error, null)).toEqual({ kind: 'refused', message });
});

test('a payment that failed for an unknown reason has the general message', () => {
  expect(refused()).toEqual({ kind: 'refused', message: 'An unexpected error occurred' });
});
