import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fieldMessage } from './field-message.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const fieldOf = ({ path }: z.core.$ZodIssue): string => (path.length === 0 ? 'form' : path.join('.'));

/** Messages by dotted field path; `form` for the whole input. The sender can choose any name, such as `constructor`. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const byField = Map.groupBy(issues, fieldOf);
  return Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ message }) => message)]));
}

/**
 * Validates the parts that the endpoint declares.
 * @throws Refusal `request.invalid` with the messages of all parts.
 */
export function validateInput(endpoint: Endpoint, raw: RawInput): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(raw[part] ?? {}, { error: fieldMessage });
    if (parsed.success) valid[part] = parsed.data;
    else issues.push(...parsed.error.issues);
  }
  if (issues.length > 0) throw new Refusal('request.invalid', { errors: fieldErrors(issues) });
  return valid;
}
