import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Country } from '#domain/checkout/shipping.ts';
import { AddressFields } from './address-fields.tsx';

const bind = (name: string) => ({
  name,
  error: undefined,
  ref: () => undefined,
  onChange: async () => undefined,
  onBlur: async () => undefined,
});

const labelsOf = (country: Country, countries?: string[]) => {
  const markup = renderToStaticMarkup(createElement(AddressFields, { country, countries, bind }));
  return [...markup.matchAll(/<(?:label|option)[^>]*>([^<]+)</g)].map(([, text]) => text);
};

test.each([
  ['US', 'State', 'Postal code'],
  ['CA', 'Province', 'Postal code'],
  ['UK', 'County', 'Postcode'],
] as const)('an address in %s has a %s and a %s', (country, region, code) => {
  expect(labelsOf(country)).toEqual(expect.arrayContaining([region, code]));
});

test('only countries the shop ships to can be chosen', () => {
  expect(labelsOf('US')).toEqual(expect.arrayContaining(['United States', 'Canada', 'United Kingdom']));
  expect(labelsOf('US', ['US', 'UK'])).not.toContain('Canada');
});
