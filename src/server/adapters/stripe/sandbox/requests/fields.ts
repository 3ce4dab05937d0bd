import type { Form } from './form-body.ts';
import { invalidRequest } from './stripe-failure.ts';

/** Requested metadata changes: `undefined` values are removed; `clear` empties the metadata first. */
export interface MetadataChange {
  readonly clear: boolean;
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** Typed access to form parameters. Errors name the parameter; a missing parameter is `undefined`. */
export interface Fields {
  text(name: string, maxLength?: number): string | undefined;
  integer(name: string, bounds?: { min?: number; max?: number }): number | undefined;
  flag(name: string): boolean | undefined;
  /** Whether the parameter is given and empty, which unsets a value. */
  isEmptied(name: string): boolean;
  choice<const T extends string>(name: string, choices: readonly T[]): T | undefined;
  list(name: string): string[] | undefined;
  webAddress(name: string): string | undefined;
  metadata(name: string): MetadataChange;
  /** A nested object; unknown keys are rejected. */
  child(name: string, known: readonly string[]): Fields | undefined;
  /** Rejects the request when the parameter is missing. */
  required<T>(name: string, value: T | undefined): T;
}

/** Limits of Stripe's metadata. */
const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };
const MAX_TEXT = 5_000;
const MAX_INTEGER = 2_147_483_647;

function checkKnown(form: Form, known: readonly string[], nameOf: (name: string) => string): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const param = nameOf(unknown);
  throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

function readMetadata(value: string | Form | undefined, param: string): MetadataChange {
  if (value === undefined) return { clear: false, set: {}, unset: [] };
  if (value === '') return { clear: true, set: {}, unset: [] };
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param });
  const set: Record<string, string> = {};
  const unset: string[] = [];
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string')
      throw invalidRequest('Metadata values must be strings.', { param: `${param}[${key}]` });
    if (key.length > METADATA.keyLength || text.length > METADATA.valueLength) {
      throw invalidRequest('Metadata keys can have 40 characters and values 500.', { param: `${param}[${key}]` });
    }
    if (text === '') unset.push(key);
    else set[key] = text;
  }
  if (Object.keys(set).length > METADATA.keys) throw invalidRequest('Metadata can have 50 keys.', { param });
  return { clear: false, set, unset };
}

/**
 * Opens a form for reading.
 * @throws StripeFailure 400 `parameter_unknown` when it contains a key outside `known`.
 */
export function fieldsOf(form: Form, known: readonly string[], prefix = ''): Fields {
  const nameOf = (name: string): string => (prefix === '' ? name : `${prefix}[${name}]`);
  checkKnown(form, known, nameOf);

  const text = (name: string, maxLength = MAX_TEXT): string | undefined => {
    const value = form[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: nameOf(name) });
    if (value.length > maxLength) {
      throw invalidRequest(`Invalid string: must be at most ${maxLength} characters`, { param: nameOf(name) });
    }
    return value;
  };

  return {
    text,
    integer(name, { min = 0, max = MAX_INTEGER } = {}) {
      const written = text(name);
      if (written === undefined) return undefined;
      const value = /^-?\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
      if (Number.isNaN(value) || value < min || value > max) {
        throw invalidRequest(`Invalid integer: ${written}`, { code: 'parameter_invalid_integer', param: nameOf(name) });
      }
      return value;
    },
    flag(name) {
      const written = text(name);
      if (written === undefined) return undefined;
      if (written === 'true' || written === 'false') return written === 'true';
      throw invalidRequest(`Invalid boolean: ${written}`, { param: nameOf(name) });
    },
    isEmptied: (name) => form[name] === '',
    choice(name, choices) {
      const written = text(name);
      const chosen = choices.find((choice) => choice === written);
      if (written === undefined || chosen !== undefined) return chosen;
      throw invalidRequest(`Invalid ${nameOf(name)}: must be one of ${choices.join(', ')}`, { param: nameOf(name) });
    },
    list(name) {
      const value = form[name];
      if (value === undefined || value === '') return undefined;
      const entries = typeof value === 'string' ? [value] : Object.values(value);
      if (entries.every((entry) => typeof entry === 'string')) return entries;
      throw invalidRequest('Invalid array', { param: nameOf(name) });
    },
    webAddress(name) {
      const written = text(name);
      if (written === undefined) return undefined;
      const protocol = URL.parse(written)?.protocol;
      if (protocol === 'http:' || protocol === 'https:') return written;
      throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: nameOf(name) });
    },
    metadata: (name) => readMetadata(form[name], nameOf(name)),
    child(name, names) {
      const value = form[name];
      if (value === undefined || value === '') return undefined;
      if (typeof value === 'string') throw invalidRequest('Invalid object', { param: nameOf(name) });
      return fieldsOf(value, names, nameOf(name));
    },
    required(name, value) {
      if (value !== undefined) return value;
      throw invalidRequest(`Missing required param: ${nameOf(name)}.`, {
        code: 'parameter_missing',
        param: nameOf(name),
      });
    },
  };
}
