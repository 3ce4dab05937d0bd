import { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** Messages per field of a refused request; `form` collects what belongs to no single field. */
export type FieldErrors = Record<string, string[]>;

/** A success on the wire. */
export interface Success<D> {
  success: true;
  message: string;
  data: D;
}

/** A refusal on the wire; `data` carries what the caller needs to go on (such as the fresh cart). */
export interface Failure {
  success: false;
  message: string;
  data: unknown;
  errors?: FieldErrors;
  /** Of the shop's list, or `<plugin>.<code>`. */
  code: RefusalCode | (string & Record<never, never>);
}

export type Envelope<D> = Success<D> | Failure;

/** One page of a list as it stands in `data` (storefront §3, paged product response). */
export function paged<T extends z.ZodType>(row: T) {
  return z.object({
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    data: z.array(row),
  });
}

/** `data: null` of calls that only confirm. */
export const nothing = z.null();
