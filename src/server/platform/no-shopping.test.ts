import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What a shop is about. The platform could carry any other application. */
const SHOPPING =
  /product|catalogue|categor(y|ies)\b|\bcart|coupon|checkout|wishlist|newsletter|shopper|shipping|shipment|refund|invoice|\bsku\b|variant|\bstock|\bprices?\b|stripe|paypal|\borders\b|order_?(line|id|number|status|s\b)/i;

const MAY_KNOW: Readonly<Record<string, string>> = {
  'config.ts': 'the environment is read once, and names the keys of Stripe',
  'database/schema.ts': 'generated from the migrations',
};

/** Without comments, which may give examples, and without the word `production`. */
function readCode(file: string): string {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll(/\bproduction\b/g, '');
}

const FILES = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));

test('the code of the platform names nothing that is sold, bought or paid', () => {
  const found = FILES.filter((file) => !(file in MAY_KNOW)).flatMap((file) =>
    readCode(file)
      .split('\n')
      .filter((line) => SHOPPING.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('every exception is still needed', () => {
  expect(Object.keys(MAY_KNOW).filter((file) => !SHOPPING.test(readCode(file)))).toEqual([]);
});
