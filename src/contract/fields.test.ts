import { expect, test } from 'vitest';
import { multiLine, singleLine } from './fields.ts';

const read = (text: string) => singleLine(1, 80).safeParse(text).data;

test.each([
  ['an override of the direction', 'Ada\u202egpj.exe', 'Adagpj.exe'],
  ['an embedding', '\u202aAda\u202c', 'Ada'],
  ['isolates', '\u2066Ada\u2069 Marlowe', 'Ada Marlowe'],
  ['marks of direction', 'Ada\u200e\u200f\u061c', 'Ada'],
  ['spaces without width', 'A\u200bd\u2060a\ufeff', 'Ada'],
  ['spaces around what is left', '\u200b Ada \u200b', 'Ada'],
  ['joiners that join nothing', '\u200dAda\u200c Marlowe\u200d', 'Ada Marlowe'],
])('a line loses %s', (_what, typed, kept) => expect(read(typed)).toBe(kept));

test.each([
  ['Arabic', 'ليلى حداد'],
  ['Hebrew with Latin', 'נועה Cohen'],
  ['Persian with its joiner', 'می\u200cخواهم'],
  ['Sinhala with its joiner', 'ශ්\u200dරී'],
  ['a family of emoji', '👩🏽\u200d👩\u200d👧'],
  ['a heart of emoji', '👩\u200d❤️\u200d👨'],
])('a line in %s stays as it is', (_script, name) => expect(read(name)).toBe(name));

test.each(['\u202e\u200b', '\u200d', ' '])('%j is no name', (name) => {
  expect(singleLine(1, 80).safeParse(name).error?.issues[0]?.message).toBe('This field is required.');
});

test.each(['a\u0000', 'a\u001b[31m', 'a\u0085b', 'a\nb', 'a\u2028b', 'a\ud800b'])('%j is refused in a line', (name) =>
  expect(read(name)).toBeUndefined(),
);

test('multi-line text keeps its line breaks and loses invisible characters', () => {
  expect(multiLine(1, 80).parse('One\r\n\ttwo\u202e\n\nthree')).toBe('One\r\n\ttwo\n\nthree');
  expect(multiLine(1, 80).safeParse('a\u0000').success).toBe(false);
});
