import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { recordLog } from '#test/log.ts';
import { bindCspReports } from './csp-reports.ts';
import { createSecurityLog } from './security-log.ts';
import { createHttpServer } from './server.ts';

const LEGACY = 'application/csp-report';
const REPORTS = 'application/reports+json';

async function openServer() {
  const log = recordLog();
  const app = await createHttpServer({
    log: pino({ level: 'info' }, log.stream),
    rateLimit: 1000,
    trustProxy: undefined,
    production: false,
  });
  await bindCspReports(
    app,
    1000,
    createSecurityLog(app, { outcomes: { 'csp.violated': 'failure' }, ofCall: {}, ofRefusal: {} }),
  );
  onTestFinished(() => app.close());
  const send = async (type: string, payload: string | object) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      headers: { 'content-type': type },
      payload: body,
    });
    return statusCode;
  };
  const violations = () =>
    log
      .text()
      .split('\n')
      .filter((line) => line.includes('"csp.violated"'))
      .map((line): Record<string, unknown> => JSON.parse(line));
  return { send, violations };
}

const legacy = {
  'csp-report': {
    'document-uri': 'https://shop.test/reset-password?token=secret',
    'effective-directive': 'script-src-elem',
    'violated-directive': 'script-src-elem',
    'original-policy': "default-src 'self'",
    'blocked-uri': 'inline',
    'source-file': 'https://shop.test/reset-password?token=secret',
    'line-number': 3,
    'script-sample': 'alert(1)',
    disposition: 'enforce',
  },
};
const violation = (documentURL: string, more: object = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: documentURL,
  user_agent: 'a browser',
  body: {
    documentURL,
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: null,
    lineNumber: null,
    sample: 'Element innerHTML|<img',
    disposition: 'enforce',
    statusCode: 200,
    ...more,
  },
});

test('a report in the older format is logged without query strings', async () => {
  const { send, violations } = await openServer();
  expect(await send(LEGACY, legacy)).toBe(204);
  expect(violations()).toMatchObject([
    {
      outcome: 'failure',
      page: 'https://shop.test/reset-password',
      source: 'https://shop.test/reset-password',
      directive: 'script-src-elem',
      blocked: 'inline',
      line: 3,
      sample: 'alert(1)',
    },
  ]);
  expect(JSON.stringify(violations())).not.toContain('secret');
});

test('reports in the newer format are logged individually; other kinds and extensions are not', async () => {
  const { send, violations } = await openServer();
  const sent = [
    violation('https://shop.test/cart'),
    { type: 'deprecation', body: { id: 'x' } },
    violation('https://shop.test/', { sourceFile: 'chrome-extension://abc/content.js' }),
    'no report at all',
    violation('https://shop.test/faq'),
  ];
  expect(await send(REPORTS, sent)).toBe(204);
  expect(violations().map(({ page }) => page)).toEqual(['https://shop.test/cart', 'https://shop.test/faq']);
});

test.each([
  ['what is no JSON', LEGACY, 'no json', 400],
  ['an empty body', LEGACY, '', 400],
  ['a list in the older format', LEGACY, [], 400],
  ['a field of another kind', LEGACY, { 'csp-report': { 'line-number': 'three' } }, 400],
  ['an object in the newer format', REPORTS, {}, 400],
  ['null', REPORTS, 'null', 400],
  ['no reports at all', REPORTS, [], 204],
  ['another content type', 'application/json', legacy, 415],
  ['plain text', 'text/plain', 'hello', 415],
  ['a body that is too large', REPORTS, JSON.stringify('x'.repeat(70_000)), 413],
])('%s causes no server error', async (_, type, payload, status) => {
  const { send, violations } = await openServer();
  expect(await send(type, payload)).toBe(status);
  expect(violations()).toEqual([]);
});

test('a flood of reports is refused, and long texts are cut', async () => {
  const { send, violations } = await openServer();
  const long = violation(`https://shop.test/${'x'.repeat(1_000)}`);
  expect(
    await send(
      REPORTS,
      Array.from({ length: 25 }, () => long),
    ),
  ).toBe(204);
  expect(violations()).toHaveLength(20);
  expect(String(violations()[0]?.page).length).toBeLessThanOrEqual(300);
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) statuses.push(await send(REPORTS, [long]));
  expect(statuses.filter((status) => status === 204)).toHaveLength(29);
  expect(statuses.filter((status) => status === 429)).toHaveLength(11);
});
