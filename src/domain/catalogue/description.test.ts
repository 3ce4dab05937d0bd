import { expect, test } from 'vitest';
import { descriptionBlocks, descriptionLine } from './description.ts';

const paragraph = (text: string) => ({ kind: 'paragraph', text });
const bullets = (...items: string[]) => ({ kind: 'bullets', items });
const numbers = (...items: string[]) => ({ kind: 'numbers', items });

test.each([
  ['one line', 'A tray.', [paragraph('A tray.')]],
  [
    'paragraphs',
    'A tray.\n\nOf oak.\r\n\r\n\r\nOiled.',
    [paragraph('A tray.'), paragraph('Of oak.'), paragraph('Oiled.')],
  ],
  ['line breaks', 'A tray.\nOf oak.', [paragraph('A tray.\nOf oak.')]],
  [
    'a list',
    'Made of:\n- Wool\n- Silk\nWash cold.',
    [paragraph('Made of:'), bullets('Wool', 'Silk'), paragraph('Wash cold.')],
  ],
  ['other bullets', '• Wool\n\n• Silk\n* Hemp', [bullets('Wool', 'Silk', 'Hemp')]],
  ['numbers', '1. Open\n2) Pour\n\nEnjoy', [numbers('Open', 'Pour'), paragraph('Enjoy')]],
  ['a year', '2024. A good year.', [paragraph('2024. A good year.')]],
  ['a dash without a space', '-5 degrees\n*now*', [paragraph('-5 degrees\n*now*')]],
  ['nothing', ' \n ', []],
])('a description with %s is parsed', (_what, description, blocks) => {
  expect(descriptionBlocks(description)).toEqual(blocks);
});

test('a description in one line has no list markers', () => {
  expect(descriptionLine('Made of:\n\n- Wool\n- Silk\n\n1. Wash')).toBe('Made of: Wool Silk Wash');
  expect(descriptionLine('A - b * c')).toBe('A - b * c');
});
