export interface DecisionResult {
  readonly changed: number;
  /** Ids of reviews that their customers have changed in the meantime. */
  readonly skipped: readonly number[];
}

/** What a decision about reviews did. Server and pages import this file, so it imports nothing. */
export function decisionMessage({ changed, skipped }: DecisionResult, status: 'published' | 'rejected'): string {
  const left =
    skipped.length === 1
      ? '1 review was changed by its customer and is left for you to read.'
      : `${skipped.length} reviews were changed by their customers and are left for you to read.`;
  const done = `${changed} ${changed === 1 ? 'review' : 'reviews'} ${status}.`;
  if (skipped.length === 0) return done;
  return changed === 0 ? left : `${done} ${left}`;
}
