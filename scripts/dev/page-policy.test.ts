import { expect, test } from 'vitest';
import { relaxPolicy } from './page-policy.ts';

test("a page in development allows the overlay's socket and styles, and no other script", () => {
  const policy =
    "script-src 'self' 'sha256-abc='; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types default";
  expect(relaxPolicy(policy)).toBe(
    "script-src 'self' 'sha256-abc='; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:",
  );
});
