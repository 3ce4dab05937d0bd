import { ApiError } from '#web/api/api-error.ts';

/**
 * Throws a refusal with the names that the form gives its fields.
 * @param nameOf the form's name of a field of the API
 */
export function throwRenamed(error: unknown, nameOf: (field: string) => string): never {
  if (!(error instanceof ApiError)) throw error;
  const { message, status, code, data } = error;
  const errors = Object.fromEntries(Object.entries(error.errors).map(([field, messages]) => [nameOf(field), messages]));
  throw new ApiError(message, { status, code, errors, data });
}

/** For forms whose fields are those of the request's `shipping_address`. */
export const throwAddressFields = (error: unknown): never =>
  throwRenamed(error, (path) => path.replace(/^shipping_address\./, ''));
