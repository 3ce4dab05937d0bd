import type { FieldErrors } from '#contract/envelope.ts';

interface ApiErrorParts {
  readonly status: number;
  readonly code?: string | undefined;
  readonly errors?: FieldErrors | undefined;
  readonly data?: unknown;
}

/** A call that was refused or never answered. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** Messages per field of a 422; `form` collects what belongs to no single field. */
  readonly errors: FieldErrors;
  /** What the refusal carries along, such as the fresh cart. */
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
 * The status that a call was refused with, over HTTP or in process; 503 when it failed by itself (no answer, or the
 * server broke), which is when a fallback of the specification applies. `success: false` in a 200 answer is a refusal
 * like a 409 (back-office §7).
 */
export function refusalStatus(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status !== 'number') return 503;
  if (status >= 200 && status < 300) return 409;
  return status >= 400 && status < 500 ? status : 503;
}

/** Whether the call itself failed, rather than being refused. */
export const isUnavailable = (error: unknown): boolean => refusalStatus(error) === 503;

/** What is shown of an error: the server's message, else the error's own, else a general one (storefront §8). */
export function messageOf(error: unknown, otherwise = 'An unexpected error occurred'): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}

/** The shop's own sentence about a refusal; `otherwise` when it said nothing, or no answer came (storefront §8). */
export const refusalOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status > 0 ? messageOf(error, otherwise) : otherwise;
