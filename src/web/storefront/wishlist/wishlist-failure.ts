import { ApiError, messageOf } from '#web/api/api-error.ts';

/**
 * What is shown when a change of the wishlist failed (storefront §8): the shop's own sentence, else the specification's
 * for a refusal; one of its own when no answer came.
 */
export function wishlistFailure(error: unknown, whenRefused: string, whenUnanswered: string): string {
  const isAnswered = error instanceof ApiError && error.status > 0;
  return isAnswered ? messageOf(error, whenRefused) : whenUnanswered;
}
