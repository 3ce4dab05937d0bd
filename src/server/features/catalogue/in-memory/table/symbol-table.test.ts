import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SymbolTable } from './symbol-table.ts';

function trained(texts: readonly string[]): SymbolTable {
  const training = SymbolTable.train(texts.map((text) => Buffer.from(text)));
  for (;;) {
    const { done, value } = training.next();
    if (done) return value;
  }
}

function compressed(table: SymbolTable, text: string): Buffer {
  const bytes = Buffer.alloc(Buffer.byteLength(text) * 2);
  return bytes.subarray(0, table.compress(Buffer.from(text), bytes, 0));
}

function decompressed(table: SymbolTable, bytes: Buffer): string {
  const text = Buffer.alloc(bytes.length * 8);
  return text.toString('utf8', 0, table.decompress(bytes, 0, bytes.length, text));
}

test('any text is the same after decompression, whatever the symbols were learned from', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(texts, texts, (sample, others) => {
      const table = trained(sample);
      for (const text of [...sample, ...others]) expect(decompressed(table, compressed(table, text))).toBe(text);
    }),
  );
});

test('product names take less than half their length', () => {
  const things = ['Linen Desk Lamp', 'Oak Coffee Table', 'Wool Winter Blanket', 'Porcelain Café Cup'];
  const names = Array.from(
    { length: 1_000 },
    (_, n) => `${things[n % 4]} ${['Nordic', 'Classic', 'Édition'][n % 3]} ${n}`,
  );
  const table = trained(names);
  const sizes = names.map((name) => [Buffer.byteLength(name), compressed(table, name).length] as const);
  const [before, after] = sizes.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  expect(after * 2).toBeLessThan(before);
});
