import type { FieldErrors } from '#contract/envelope.ts';
import { type AnyRefusal, describeRefusal, type RefusalCode } from '#contract/refusals.ts';

interface RefusalDetails {
  /** A more specific message than the table's. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  /** What the caller needs to continue, such as the current cart. */
  readonly data?: unknown;
  readonly retryAfterSeconds?: number;
  /** The account concerned, if the caller is not signed in; only for the security log. */
  readonly concerns?: number | undefined;
  /** The underlying unexpected error; never sent to the client. */
  readonly cause?: Error;
}

/** An expected failure: thrown by use cases, sent to the caller with the status of its code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** Whether the same request can succeed later. */
  readonly isTransient: boolean;
  /** Added after it was thrown, by code that knows the account. */
  concerns: number | undefined;

  constructor(refusal: AnyRefusal, details: RefusalDetails = {}) {
    const { code, status, message, isTransient = false } = describeRefusal(refusal);
    super(details.message ?? message, details.cause && { cause: details.cause });
    this.code = code;
    this.status = status;
    this.errors = details.errors;
    this.data = details.data ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isTransient = isTransient || status >= 500 || status === 429 || details.retryAfterSeconds !== undefined;
    this.concerns = details.concerns;
  }
}

/** A refusal whose message belongs to one field of a form. */
export const fieldRefusal = (refusal: AnyRefusal, field: string, message: string): Refusal =>
  new Refusal(refusal, { message, errors: { [field]: [message] } });

/** Adds to a refused write what somebody else has saved in the meantime. */
export async function refuseWithCurrent<T>(
  code: RefusalCode,
  write: Promise<T>,
  readCurrent: () => Promise<unknown>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== code) throw error;
    throw new Refusal(code, { data: await readCurrent() });
  }
}
