import { expect, test } from 'vitest';
import { RESERVED_PRODUCT_SLUGS } from '#domain/catalogue/slug.ts';
import { contract } from '../index.ts';

test('no product slug equals another path below /products/', () => {
  const words = Object.keys(contract).flatMap((call) => /^[A-Z]+ \/products\/([^/{]+)/.exec(call)?.[1] ?? []);
  expect([...new Set(words)].sort()).toEqual([...RESERVED_PRODUCT_SLUGS].sort());
});
