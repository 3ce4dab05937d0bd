import { expect, test } from 'vitest';
import { namesSameOptions, variantName } from './variant.ts';

test('a variant is named after its options, unless it has its own name', () => {
  const options = { Colour: 'Mist', Size: 'M' };
  expect(variantName({ options })).toBe('Mist / M');
  expect(variantName({ name: '', options })).toBe('Mist / M');
  expect(variantName({ name: 'The grey one', options })).toBe('The grey one');
});

test.each([
  [{ Colour: 'Mist', Size: 'M' }, { Size: 'L', Colour: 'Mist' }, true],
  [{}, {}, true],
  [{ Colour: 'Mist' }, { Colour: 'Mist', Size: 'M' }, false],
  [{ Colour: 'Mist', Size: 'M' }, { Colour: 'Mist' }, false],
  [{ Colour: 'Mist' }, { Size: 'M' }, false],
  [{ toString: 'Mist' }, { Size: 'M' }, false],
])('%j and %j have the same options: %s', (one, other, isSame) =>
  expect(namesSameOptions(one as Record<string, string>, other as Record<string, string>)).toBe(isSame),
);
