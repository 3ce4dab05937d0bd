import type { FieldErrors } from '#contract/envelope.ts';

interface ApiErrorParts {
  readonly status: number;
  readonly code?: string | undefined;
  readonly errors?: FieldErrors | undefined;
  readonly data?: unknown;
}

/** A call that was refused or got no response. `status` is 0 without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** Messages by field of a 422; `form` has those without a field. */
  readonly errors: FieldErrors;
  /** Additional data of the refusal, such as the current cart. */
  readonly data: unknown;

  constructor(message: string, parts: ApiErrorParts) {
    super(message);
    this.status = parts.status;
    this.code = parts.code;
    this.errors = parts.errors ?? {};
    this.data = parts.data;
  }
}

/**
 * The status of a refused call, over HTTP or in process; 503 when the call failed (no response, or a server error),
 * which is when the specification's fallbacks apply. `success: false` in a 200 response is a refusal like a 409
 * (back-office §7).
 */
export function refusalStatus(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status !== 'number') return 503;
  if (status >= 200 && status < 300) return 409;
  return status >= 400 && status < 500 ? status : 503;
}

/** Whether the call failed, rather than being refused. */
export const isUnavailable = (error: unknown): boolean => refusalStatus(error) === 503;

/** The message of an error: the server's, else the error's own, else a general one (storefront §8). */
export function messageOf(error: unknown, otherwise = 'An unexpected error occurred'): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}

/** The server's message of a refusal; `otherwise` without one, or without a response (storefront §8). */
export const refusalOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status > 0 ? messageOf(error, otherwise) : otherwise;
