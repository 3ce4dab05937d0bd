/** The `error` object of a failed call, with Stripe's field names. */
export interface StripeError {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly [more: string]: unknown;
}

/** An error sent as Stripe's JSON, with Stripe's status. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** 400: an invalid request. */
export function invalidRequest(message: string, more: Partial<StripeError> = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...more });
}

/** 404 for an object in the path, 400 for one in a parameter, like Stripe. */
export function noSuch(kind: string, id: string, param: string, status: 400 | 404 = 404): StripeFailure {
  return new StripeFailure(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
