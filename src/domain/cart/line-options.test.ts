import { describe, expect, it } from 'vitest';
import { chooseOptions, type LineOption, optionsOfProduct, priceOptions } from './line-options.ts';

const OFFERED: readonly LineOption[] = [
  {
    key: 'wrap:paper',
    label: 'Gift wrap',
    kind: 'choice',
    choices: [
      { value: 'kraft', label: 'Kraft paper', price: 450 },
      { value: 'plain', label: 'Plain paper' },
    ],
    per: 'unit',
  },
  { key: 'wrap:card', label: 'Card', kind: 'flag', price: 200 },
  { key: 'wrap:message', label: 'Message', kind: 'text', maxLength: 10 },
];

const choose = (wanted: Record<string, string | null>) => chooseOptions(wanted, OFFERED);

describe('options of a line', () => {
  it('are stored with the label that names them later', () => {
    expect(choose({ 'wrap:paper': 'kraft', 'wrap:card': null, 'wrap:message': '' })).toEqual({
      chosen: { 'wrap:paper': { label: 'Gift wrap', value: 'kraft' } },
      problems: {},
    });
  });

  it.each([
    ['wrap:ribbon', 'red', 'This option is not offered.'],
    ['wrap:paper', 'gold', 'Please choose one of the offered values.'],
    ['wrap:card', 'no', 'Must be "yes", or null.'],
    ['wrap:message', 'Happy birthday', 'Please enter at most 10 characters.'],
  ])('refuse %s: %s', (key, value, problem) => {
    expect(choose({ [key]: value })).toEqual({ chosen: {}, problems: { [key]: problem } });
  });

  it('cost their price for each unit, or once for the line', () => {
    const { chosen } = choose({ 'wrap:paper': 'kraft', 'wrap:card': 'yes', 'wrap:message': 'Hello' });
    expect(priceOptions(chosen, OFFERED, 3)).toEqual({
      adjustments: [
        { key: 'wrap:paper', label: 'Gift wrap', value: 'Kraft paper', amount: 1350 },
        { key: 'wrap:card', label: 'Card', value: null, amount: 200 },
        { key: 'wrap:message', label: 'Message', value: 'Hello', amount: 0 },
      ],
      values: { 'wrap:paper': 'kraft', 'wrap:card': 'yes', 'wrap:message': 'Hello' },
      unavailable: [],
    });
  });

  it('cost nothing and are named once they are not offered any more', () => {
    const { chosen } = choose({ 'wrap:paper': 'kraft', 'wrap:card': 'yes' });
    expect(priceOptions(chosen, [], 3)).toEqual({
      adjustments: [],
      values: {},
      unavailable: ['Card', 'Gift wrap'],
    });
  });

  it('are those for all products, and those whose flag is set on the product', () => {
    const assembly: LineOption = { key: 'home:assembly', label: 'Assembly', kind: 'flag', productFlag: 'assembled' };
    const offered = (custom: Parameters<typeof optionsOfProduct>[1]) =>
      optionsOfProduct([...OFFERED, assembly], custom).includes(assembly);
    expect(optionsOfProduct([...OFFERED, assembly], {})).toEqual(OFFERED);
    expect(offered({ assembled: true })).toBe(true);
    expect([offered({ assembled: false }), offered({ assembled: 'true' }), offered({ other: true })]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
