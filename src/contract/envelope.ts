import { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** Messages by field of a refused request; `form` contains those without a field. */
export type FieldErrors = Record<string, string[]>;

/** A successful response. */
export interface Success<D> {
  success: true;
  message: string;
  data: D;
}

/** A refusal; `data` contains what the caller needs to continue (such as the current cart). */
export interface Failure {
  success: false;
  message: string;
  data: unknown;
  errors?: FieldErrors;
  /** Of the shop's list, or `<plugin>.<code>`. */
  code: RefusalCode | (string & Record<never, never>);
}

export type Envelope<D> = Success<D> | Failure;

/** One page of a list in `data` (storefront §3, paged product response). */
export function paged<T extends z.ZodType>(row: T) {
  return z.object({
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    data: z.array(row),
  });
}

/** `data: null` of endpoints that only confirm. */
export const noData = z.null();
