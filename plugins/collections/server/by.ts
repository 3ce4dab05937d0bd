import type { Caller, RequestFacts } from '#plugin';

/** The admin behind a change. */
export interface By {
  readonly caller: Caller;
  readonly request: RequestFacts;
}
