import { expect, it } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { wishlistFailure } from './wishlist-failure.ts';

it.each([
  [new ApiError('Your wishlist is full.', { status: 409 }), 'Your wishlist is full.'],
  [new ApiError('', { status: 500 }), 'Failed to clear wishlist'],
  [new ApiError('The shop cannot be reached.', { status: 0 }), 'Error clearing wishlist'],
  [new TypeError('x is undefined'), 'Error clearing wishlist'],
])('%s is shown as %j', (error, sentence) => {
  expect(wishlistFailure(error, 'Failed to clear wishlist', 'Error clearing wishlist')).toBe(sentence);
});
