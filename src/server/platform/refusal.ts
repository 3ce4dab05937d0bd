import type { FieldErrors } from '#contract/envelope.ts';
import { type RefusalCode, refusals } from '#contract/refusals.ts';

interface RefusalDetails {
  /** A better sentence than the table's. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  /** What the caller needs to go on, such as the fresh cart. */
  readonly data?: unknown;
  readonly retryAfterSeconds?: number;
  /** The account in question if the caller is not signed in; only for the security log. */
  readonly concerns?: number | undefined;
  /** The unexpected error behind it; it never leaves the server. */
  readonly cause?: Error;
}

/** An expected 'no' of the shop: thrown by use cases, told to the caller with the status of its code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** Added by who knows the account, after it was thrown. */
  concerns: number | undefined;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code].message, details.cause && { cause: details.cause });
    this.code = code;
    this.status = refusals[code].status;
    this.errors = details.errors;
    this.data = details.data ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.concerns = details.concerns;
  }
}
