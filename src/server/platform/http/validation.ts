import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import { Refusal } from '../refusal.ts';
import { fieldMessage } from './field-message.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Messages by dotted field path; `form` for the whole input. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'form' : issue.path.join('.');
    const messages = errors[field] ?? [];
    messages.push(issue.message);
    errors[field] = messages;
  }
  return errors;
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
