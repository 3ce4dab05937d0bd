import { expect, test } from 'vitest';
import { ApiError, isUnavailable, messageOf } from './api-error.ts';

test.each([
  ['what the server says', new ApiError('The shelf is empty.', { status: 409 }), 'The shelf is empty.'],
  ["an error's own words", new TypeError('Nothing came.'), 'Nothing came.'],
  ['a general sentence when there are none', new ApiError('', { status: 500 }), 'An unexpected error occurred'],
  ['a general sentence for what is no error', 'broken', 'An unexpected error occurred'],
])("an error's message is %s", (_, error, sentence) => {
  expect(messageOf(error)).toBe(sentence);
});

test("the page's own message replaces the general one", () => {
  expect(messageOf(new ApiError('', { status: 500 }), 'Login failed')).toBe('Login failed');
});

test.each([
  [0, true],
  [500, true],
  [503, true],
  [200, false],
  [401, false],
  [403, false],
  [409, false],
  [422, false],
])('a fallback applies to status %i: %s', (status, isStandIn) => {
  expect(isUnavailable(new ApiError('', { status }))).toBe(isStandIn);
});
