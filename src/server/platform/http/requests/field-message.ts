import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type OfCode<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

const SHOULD_BE: Readonly<Record<string, string>> = {
  string: 'Please enter text.',
  number: 'Please enter a number.',
  int: 'Please enter a whole number.',
  boolean: 'Please answer with true or false.',
  array: 'Please give a list.',
  object: 'Please give fields with their values.',
  record: 'Please give fields with their values.',
};

function tooSmall({ origin, minimum, inclusive }: OfCode<'too_small'>): string {
  if (origin === 'string') return `Please enter at least ${minimum} characters.`;
  if (origin === 'array') return `Please give at least ${minimum}.`;
  return `Please enter a number ${inclusive === false ? 'above' : 'of at least'} ${minimum}.`;
}

function tooBig({ origin, maximum, inclusive }: OfCode<'too_big'>): string {
  if (origin === 'string') return `Please enter at most ${maximum} characters.`;
  if (origin === 'array') return `Please give at most ${maximum}.`;
  return `Please enter a number ${inclusive === false ? 'below' : 'of at most'} ${maximum}.`;
}

const oneOf = (options: readonly unknown[]): string => `Please choose one of: ${options.join(', ')}.`;

function unionMessage({ errors, input, options }: OfCode<'invalid_union'>): string {
  if (input === undefined || input === null) return 'This field is required.';
  if (Array.isArray(options)) return oneOf(options);
  const last = errors?.at(-1)?.[0];
  // The value was neither a number nor a text, so "enter a text" would be misleading.
  if (last?.code === 'invalid_type' && last.path.length === 0) return 'Please check this value.';
  return last?.message ?? 'Please choose one of those offered.';
}

/**
 * The message for a field whose schema has none: the validator's own texts are written for programmers. In a union, the
 * last shape is the intended one; earlier ones accept empty values or an older format.
 */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'This field is required.';
      return SHOULD_BE[issue.expected] ?? 'Please check this value.';
    case 'too_small':
      return tooSmall(issue as OfCode<'too_small'>);
    case 'too_big':
      return tooBig(issue as OfCode<'too_big'>);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return unionMessage(issue as OfCode<'invalid_union'>);
    case 'unrecognized_keys':
      return `There is no such field: ${issue.keys.join(', ')}.`;
    default:
      return 'Please check this value.';
  }
};
