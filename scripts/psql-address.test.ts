import { expect, test } from 'vitest';
import { psqlAddress } from './psql-address.ts';

test('psql gets the password apart from the address, decoded, also if a percent sign in it is not encoded', () => {
  expect(psqlAddress('postgres://shop:a%40b@10.0.0.5/shop')).toEqual({
    url: 'postgres://shop@10.0.0.5/shop',
    password: 'a@b',
  });
  expect(psqlAddress('postgres://shop:100%sure%@10.0.0.5/shop').password).toBe('100%sure%');
  expect(psqlAddress('postgres://shop@10.0.0.5/shop').password).toBe('');
});

test('psql gets no TLS parameters that it does not know', () => {
  const address = (query: string) => psqlAddress(`postgres://shop@10.0.0.5/shop?${query}`).url;
  expect(address('sslmode=no-verify')).toBe('postgres://shop@10.0.0.5/shop?sslmode=require');
  expect(address('uselibpqcompat=true&sslmode=require')).toBe('postgres://shop@10.0.0.5/shop?sslmode=require');
  expect(address('uselibpqcompat=true')).toBe('postgres://shop@10.0.0.5/shop');
  expect(address('sslmode=require&uselibpqcompat=true')).toBe('postgres://shop@10.0.0.5/shop?sslmode=require');
  expect(address('sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem')).toBe(
    'postgres://shop@10.0.0.5/shop?sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem',
  );
});
