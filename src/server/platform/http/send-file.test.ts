import { expect, test } from 'vitest';
import { contentDisposition } from './send-file.ts';

test('a name is saved as it is meant, and cannot break out of its header', () => {
  expect(contentDisposition('orders 2026.csv')).toBe(
    `attachment; filename="orders 2026.csv"; filename*=UTF-8''orders%202026.csv`,
  );
  expect(contentDisposition('טלפון"\r\nSet-Cookie: a=b.csv')).toBe(
    `attachment; filename="________Set-Cookie: a=b.csv"; filename*=UTF-8''%D7%98%D7%9C%D7%A4%D7%95%D7%9F%22%0D%0ASet-Cookie%3A%20a%3Db.csv`,
  );
});
