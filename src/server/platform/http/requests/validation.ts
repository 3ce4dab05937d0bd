import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import { NO_CONTROL } from '#contract/fields.ts';
import { type AnyRefusal, describeRefusal } from '#contract/refusals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fieldMessage } from './field-message.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

const fieldOf = ({ path }: Issue): string => (path.length === 0 ? 'form' : path.join('.'));

/** Messages by dotted field path; `form` for the whole input. The sender can choose any name, such as `constructor`. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const byField = Map.groupBy(issues, fieldOf);
  return Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ message }) => message)]));
}

/** PostgreSQL refuses NUL in any text, and half of a surrogate pair in JSON. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Where a valid input has text that cannot be stored. Many schemas take any text. */
function unstorable(value: unknown, path: readonly PropertyKey[] = []): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path: [...path], message: NO_CONTROL }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    isStorable(key) ? unstorable(part, [...path, key]) : [{ path: [...path], message: NO_CONTROL }],
  );
}

const missingRecord = ({ refusals = [] }: Endpoint): AnyRefusal =>
  refusals.find((refusal) => describeRefusal(refusal).status === 404) ?? 'route.not_found';

/**
 * Validates the parts that the endpoint declares.
 * @throws Refusal `request.invalid` with the messages of all parts; that of a missing record for a path that no record can have.
 */
export function validateInput(endpoint: Endpoint, raw: RawInput): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(raw[part] ?? {}, { error: fieldMessage });
    if (parsed.success) {
      const unfit = unstorable(parsed.data);
      if (part === 'params' && unfit.length > 0) throw new Refusal(missingRecord(endpoint));
      valid[part] = parsed.data;
      issues.push(...unfit);
    } else issues.push(...parsed.error.issues);
  }
  if (issues.length > 0) throw new Refusal('request.invalid', { errors: fieldErrors(issues) });
  return valid;
}
