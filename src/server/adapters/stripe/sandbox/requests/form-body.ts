import { invalidRequest } from './stripe-failure.ts';

/** A decoded form: `a[b][]=1` is `{ a: { b: { 0: '1' } } }`. Without a prototype, so that no key is special. */
export interface Form {
  readonly [name: string]: string | Form;
}

type FormBuilder = { [name: string]: string | FormBuilder };

/** Far more than a payment needs, and small enough to parse cheaply. */
const MAX_FIELDS = 500;
const MAX_DEPTH = 6;

const emptyForm = (): FormBuilder => Object.create(null) as FormBuilder;

function splitName(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0) return [name];
  const steps = name.slice(open).match(/\[[^[\]]*\]/g) ?? [];
  if (steps.join('') !== name.slice(open)) throw invalidRequest(`Invalid field name: ${name}`);
  return [name.slice(0, open), ...steps.map((step) => step.slice(1, -1))];
}

function put(form: FormBuilder, path: readonly string[], value: string, name: string): void {
  let at = form;
  path.forEach((step, depth) => {
    const key = step === '' ? String(Object.keys(at).length) : step;
    if (depth === path.length - 1) {
      at[key] = value;
      return;
    }
    const below = at[key] ?? emptyForm();
    if (typeof below === 'string') throw invalidRequest(`Invalid object: ${name}`, { param: path[0] ?? name });
    at[key] = below;
    at = below;
  });
}

/**
 * Parses `application/x-www-form-urlencoded` with bracketed names, as Stripe's libraries send it.
 * @throws StripeFailure 400 for too many fields, too deeply nested names, or a name that is both value and object.
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    const path = splitName(name);
    if (count > MAX_FIELDS || path.length > MAX_DEPTH) throw invalidRequest('The request has too many fields.');
    put(form, path, value, name);
  }
  return form;
}
