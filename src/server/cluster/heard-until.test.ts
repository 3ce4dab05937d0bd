import { expect, test } from 'vitest';
import { createHeardUntil } from './heard-until.ts';

test('the beat of an announcement that began after a read proves the time of the read', () => {
  const heardUntil = createHeardUntil(100);
  heardUntil.read(7, 200);
  expect(heardUntil.time()).toBe(100);
  heardUntil.hear(8);
  expect(heardUntil.time()).toBe(200);
});

test('the beat of an announcement that had begun before the read proves nothing', () => {
  const heardUntil = createHeardUntil(100);
  heardUntil.read(7, 200);
  heardUntil.hear(7);
  expect(heardUntil.time()).toBe(100);
  heardUntil.read(7, 300);
  heardUntil.read(8, 400);
  heardUntil.hear(8);
  expect(heardUntil.time()).toBe(300);
  heardUntil.hear(9);
  expect(heardUntil.time()).toBe(400);
});

test('a beat can arrive before the result of the read', () => {
  const heardUntil = createHeardUntil(100);
  heardUntil.hear(8);
  heardUntil.read(8, 200);
  expect(heardUntil.time()).toBe(100);
  heardUntil.hear(9);
  heardUntil.read(8, 250);
  expect(heardUntil.time()).toBe(250);
});

test('numbers without a beat are skipped: their announcement failed, or more changes were left', () => {
  const heardUntil = createHeardUntil(100);
  heardUntil.read(7, 200);
  heardUntil.read(9, 300);
  heardUntil.hear(12);
  expect(heardUntil.time()).toBe(300);
});
