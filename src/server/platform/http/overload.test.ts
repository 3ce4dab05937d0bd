import { expect, test } from 'vitest';
import { createLoadShedder } from './overload.ts';

test('while the event loop is late, fifty requests per second are accepted, others get a retry hint', () => {
  let now = 10_000;
  const admit = createLoadShedder(() => now);
  const refused = (requests: number) => {
    let count = 0;
    for (let request = 0; request < requests; request += 1) {
      try {
        admit();
      } catch (error) {
        expect(error).toMatchObject({ code: 'server.overloaded', status: 503, retryAfterSeconds: 2 });
        count += 1;
      }
    }
    return count;
  };
  expect(refused(50)).toBe(0);
  expect(refused(200)).toBe(200);
  now += 1_000;
  expect(refused(51)).toBe(1);
});
