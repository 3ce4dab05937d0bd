import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { withFreePort } from './free-port.ts';

test('with PORT=0 a free port is chosen before the shop’s URL is used', async () => {
  const { port, appUrl } = readConfig(await withFreePort({ PORT: '0' }));
  expect(port).toBeGreaterThan(0);
  expect(appUrl).toBe(`http://localhost:${port}`);
});

test.each([{}, { PORT: '' }, { PORT: '3000' }, { PORT: 'none' }, { PORT: '0', HOST: '203.0.113.1' }])(
  '%j is unchanged',
  async (env) => expect(await withFreePort(env)).toEqual(env),
);
