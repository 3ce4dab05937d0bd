import { ApiError, messageOf } from '#web/api/api-error.ts';

/**
 * The message of a failed wishlist change (storefront §8): the server's own, else the specification's for a refusal,
 * else a different one without a response.
 */
export function wishlistFailure(error: unknown, whenRefused: string, whenUnanswered: string): string {
  const isAnswered = error instanceof ApiError && error.status > 0;
  return isAnswered ? messageOf(error, whenRefused) : whenUnanswered;
}
