import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { throwAddressFields } from './refused-fields.ts';

const thrownFor = (error: unknown): unknown => {
  try {
    return throwAddressFields(error);
  } catch (thrown) {
    return thrown;
  }
};

test('a refused address names the fields of its form, and keeps everything else', () => {
  const refusal = new ApiError('Please check the address.', {
    status: 422,
    code: 'request.invalid',
    errors: { 'shipping_address.city': ['Unknown city.'], 'options.gift': ['Too long.'] },
    data: { seen: true },
  });
  expect(thrownFor(refusal)).toMatchObject({
    message: 'Please check the address.',
    status: 422,
    code: 'request.invalid',
    errors: { city: ['Unknown city.'], 'options.gift': ['Too long.'] },
    data: { seen: true },
  });
});

test('an error that is not a refusal is rethrown unchanged', () => {
  const failure = new TypeError('No connection.');
  expect(thrownFor(failure)).toBe(failure);
});
