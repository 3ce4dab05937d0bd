import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each(['shop.example', 'ftp://shop.example', 'https://'])('APP_URL %s is refused, with an example', (address) => {
  expect(() => readConfig({ APP_URL: address })).toThrow(
    'APP_URL is not usable: must be an address such as https://shop.example.',
  );
});

test.each([
  'https://shop.example/shop',
  'https://shop.example?a=1',
  'https://shop.example#a',
  'https://me@shop.example',
  'https://:secret@shop.example',
])('APP_URL %s is refused because it is not just an origin', (address) => {
  expect(() => readConfig({ APP_URL: address })).toThrow(
    'APP_URL is not usable: must be only the scheme and host of the shop, such as https://shop.example.',
  );
});

test('a slash at the end of APP_URL is left out', () => {
  expect(readConfig({ APP_URL: 'https://shop.example/' }).appUrl).toBe('https://shop.example');
});

test('a password that is not encoded is refused, with the codes', () => {
  const start = () => readConfig({ DATABASE_URL: 'postgres://shop:a/b@c#d@10.0.0.5/shop' });
  expect(start).toThrow('DATABASE_URL is not usable: must be an address such as postgres://');
  expect(start).toThrow('%2F for /');
});
