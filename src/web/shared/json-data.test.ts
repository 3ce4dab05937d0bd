import { expect, test } from 'vitest';
import { jsonReader, toJson } from './json-data.ts';

interface Card {
  readonly name: string;
}

test('components read the same object from the same text', () => {
  const read = jsonReader<Card>();
  const json = JSON.stringify({ name: 'Lamp' });
  const first = read(json);
  expect(first).toEqual({ name: 'Lamp' });
  expect(read(json)).toBe(first);
  expect(read(toJson({ name: 'Desk' }))).toEqual({ name: 'Desk' });
  expect(read(json)).toEqual(first);
});

test('two pages with the same data are both rendered', () => {
  const written = [toJson({ name: 'Lamp' }), toJson({ name: 'Lamp' })];
  expect(written.map((json) => jsonReader<Card>()(json))).toEqual([{ name: 'Lamp' }, { name: 'Lamp' }]);
});

test('data of a client loader is not parsed', () => {
  const card = { name: 'Lamp' };
  expect(jsonReader<Card>()(card)).toBe(card);
});
