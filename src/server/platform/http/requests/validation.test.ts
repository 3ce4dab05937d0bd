import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { id, idParam, perPage, singleLine } from '#contract/fields.ts';
import { paymentEndpoints } from '#contract/storefront/payments.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { validateInput } from './validation.ts';

function errorsOf(parts: Pick<Endpoint, 'params' | 'query' | 'body'>, raw: object) {
  const endpoint: Endpoint = { access: 'public', summary: 'A call', data: z.null(), ...parts };
  try {
    validateInput(endpoint, { params: undefined, query: undefined, body: undefined, ...raw });
  } catch (refused) {
    return refused instanceof Refusal ? refused.errors : refused;
  }
  return 'nothing was wrong';
}

describe('the message of an invalid field', () => {
  test('is readable for every kind of error', () => {
    const body = z.object({
      name: singleLine(1, 120),
      quantity: id,
      isGift: z.boolean(),
      colour: z.enum(['red', 'blue']),
      ids: z.array(id).min(1).max(2),
      few: z.array(id).min(1),
      phone: singleLine(0, 5).nullable(),
      weight: z.union([z.null(), z.number().positive()]),
      share: z.number().lt(1),
      amount: z.union([z.number(), z.string()]),
      from: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('column') }),
        z.object({ kind: z.literal('fixed') }),
      ]),
    });
    const wrong = {
      name: 'x'.repeat(121),
      quantity: 1.5,
      isGift: 'yes',
      colour: 'green',
      ids: [1, 2, 3],
      few: [],
      phone: 5,
      weight: 0,
      share: 1,
      amount: [],
      from: { kind: 'thin air' },
    };
    expect(errorsOf({ body }, { body: wrong })).toEqual({
      name: ['Please enter at most 120 characters.'],
      quantity: ['Please enter a whole number.'],
      isGift: ['Please answer with true or false.'],
      colour: ['Please choose one of: red, blue.'],
      ids: ['Please give at most 2.'],
      few: ['Please give at least 1.'],
      phone: ['Please enter text.'],
      weight: ['Please enter a number above 0.'],
      share: ['Please enter a number below 1.'],
      amount: ['Please check this value.'],
      'from.kind': ['Please choose one of: column, fixed.'],
    });
  });

  test('reports an empty field as required, whether omitted, null or blank', () => {
    const required = ['This field is required.'];
    const body = z.object({ missing: singleLine(1, 9), none: singleLine(1, 9), blank: singleLine(1, 9) });
    expect(errorsOf({ body }, { body: { none: null, blank: ' ' } })).toEqual({
      missing: required,
      none: required,
      blank: required,
    });
  });

  test('is the same for paths and queries', () => {
    const parts = { params: z.object({ id: idParam }), query: z.object({ per_page: perPage }) };
    expect(errorsOf(parts, { params: { id: 'abc' }, query: { per_page: '500' } })).toEqual({
      id: ['Please enter a number.'],
      per_page: ['Please enter a number of at most 100.'],
    });
  });
});

describe('text that PostgreSQL cannot store', () => {
  const refused = ['Control characters are not allowed.'];
  const body = z.object({
    code: z.string(),
    choices: z.record(z.string(), z.string()).optional(),
    list: z.array(z.unknown()).optional(),
  });

  test.each([
    ['half of an emoji', 'a \ud83d'],
    ['a NUL', 'a \0'],
  ])('is refused in every field, whatever its schema: %s', (_, text) => {
    const sent = { code: text, choices: { size: text }, list: ['fine', { note: text }], unknown: text };
    expect(errorsOf({ body }, { body: sent })).toEqual({
      code: refused,
      'choices.size': refused,
      'list.1.note': refused,
    });
    expect(errorsOf({ body }, { body: { code: 'a', choices: { [text]: 'a' } } })).toEqual({ choices: refused });
    expect(errorsOf({ query: body }, { query: { code: text } })).toEqual({ code: refused });
  });

  test.each(['a\0', 'a\ud83d'])('in a path is the address of no record: %j', (slug) => {
    const missing = (refusals: Endpoint['refusals']) => {
      const params = z.object({ slug: z.string() });
      const endpoint: Endpoint = {
        access: 'public',
        summary: 'A call',
        data: z.null(),
        params,
        ...(refusals && { refusals }),
      };
      return () => validateInput(endpoint, { params: { slug }, query: undefined, body: undefined });
    };
    expect(missing(['product.changed', 'product.not_found'])).toThrow(new Refusal('product.not_found'));
    expect(missing(undefined)).toThrow(new Refusal('route.not_found'));
  });

  test('is no reason to refuse a payment whose address is ignored', () => {
    const { body: payment } = paymentEndpoints['POST /payments/confirm'];
    const sent = { payment_intent_id: 'pi_1', shipping_address: { name: 'a \ud83d' } };
    expect(errorsOf({ body: payment }, { body: sent })).toBe('nothing was wrong');
  });

  test('does not mean emoji, line breaks, or what the schema repairs', () => {
    expect(errorsOf({ body }, { body: { code: 'a 📚\r\n\tb', list: [null, 1, true] } })).toBe('nothing was wrong');
    const repaired = z.object({ text: z.string().transform((text) => text.replaceAll('\0', '')) });
    expect(errorsOf({ body: repaired }, { body: { text: 'a\0b' } })).toBe('nothing was wrong');
  });
});
