import { expect, test } from 'vitest';
import { createPacker, unpack } from './packed-pages.ts';

test.each([5, 500, 5_000, 50_000, 500_000])('a text of %i characters is the same after it was packed', (length) => {
  const { pack } = createPacker();
  const text = (start: string) => start.repeat(Math.ceil(length / start.length)).slice(0, length);
  // In Node's pool, like texts that are unpacked: taking one out must not damage it.
  const neighbour = Buffer.from('a short text of another response');
  const packed = ['Oak table. ', 'Birch chair. '].map((start) =>
    pack('page /products/1', 'text/html', Buffer.from(text(start))),
  );
  expect(packed.map((one) => unpack(one).toString())).toEqual([text('Oak table. '), text('Birch chair. ')]);
  expect(neighbour.toString()).toBe('a short text of another response');
});
