import { expect, it } from 'vitest';
import { changedAddressParts } from './changed-address-parts.ts';

const HOME = { name: 'Ada', line1: '1 Main St', line2: null, city: 'Springfield', state: 'IL', country: 'US' };

it('names the parts in which two addresses differ', () => {
  expect(changedAddressParts(HOME, { ...HOME, line1: '2 Main St', city: 'Chicago' })).toEqual(['line1', 'city']);
});

it('treats an empty part as a missing one', () => {
  expect(changedAddressParts(HOME, { ...HOME, line2: '', postal_code: undefined })).toEqual([]);
});
