import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_LINE, LOW_DISK_BYTES, LOW_DISK_SHARE, MAX_REPLICA_LAG_MS } from '#domain/shop/node-health.ts';
import { readConfig } from '#server/platform/config.ts';
import { selectDrills } from '../../ops/drills/drills.ts';
import { missedTargets, NO_OUTAGE, SHORT_OUTAGE } from '../../ops/drills/targets.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
let metrics: Set<string>;
beforeAll(async () => {
  // No server listens on this port.
  shop = await openTestShop({ CDN: 'varnish', CDN_URL: 'http://127.0.0.1:1', CDN_TOKEN: 'a token of the CDN' });
  await shop.app.inject('/healthz');
  const { payload } = await shop.app.inject('/metrics');
  metrics = new Set(
    [...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
});
afterAll(() => shop.close());

test.each(['ops/grafana-dashboard.json', 'ops/alerts.yml'])('%s uses only metrics that the shop reports', (file) => {
  const used = new Set(readFileSync(file, 'utf8').match(/\b(?:stoa|http|nodejs|process)_\w+/g));
  expect(used.size).toBeGreaterThan(3);
  expect([...used].filter((name) => !metrics.has(name))).toEqual([]);
});

test.each(['ops/grafana-dashboard.json', 'ops/alerts.yml'])(
  '%s reads metrics of any program only from the shop',
  (file) => {
    // In JSON, quotes are escaped.
    const used =
      readFileSync(file, 'utf8')
        .replaceAll('\\"', '"')
        .match(/\b(?:http|nodejs|process)_\w+.{0,13}/g) ?? [];
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((metric) => !/^\w+\{job="stoa"/.test(metric))).toEqual([]);
  },
);

test('PgBouncer has connections for all of the three nodes, so that reads do not wait in it behind orders', () => {
  const [, size] = /^default_pool_size = (\d+)$/m.exec(readFileSync('ops/reference/pgbouncer.ini', 'utf8')) ?? [];
  const nodes = readFileSync('ops/reference/haproxy.cfg', 'utf8').match(/server node\d .* track /g);
  expect(Number(size)).toBeGreaterThanOrEqual((nodes?.length ?? 0) * readConfig({}).databasePool);
});

test('the drills fail for errors, for a long outage, for any in an upgrade, and for missing scripts', () => {
  const observed = {
    responses: new Map([
      ['200', 900],
      ['302', 1],
      ['409 stock.insufficient', 2],
    ]),
    failingFor: 0,
    missingScripts: 0,
    orders: 100,
    pages: 800,
  };
  const withAnswer = (kind: string, failingFor = 0) => ({
    ...observed,
    responses: new Map([...observed.responses, [kind, 1]]),
    failingFor,
  });
  expect(missedTargets(observed, NO_OUTAGE)).toEqual([]);
  expect(missedTargets(withAnswer('503', 4_900), SHORT_OUTAGE)).toEqual([]);
  expect(missedTargets(withAnswer('503', 5_100), SHORT_OUTAGE)).toEqual(['503 for 5.1 s']);
  expect(missedTargets(withAnswer('503'), NO_OUTAGE)).toEqual(['1 × 503']);
  for (const kind of ['400 request.invalid', '404 ', '409 order.not_cancellable', '429 ', '500', '502', 'ECONNRESET']) {
    expect(missedTargets(withAnswer(kind), SHORT_OUTAGE)).toEqual([`1 × ${kind}`]);
  }
  expect(missedTargets({ ...observed, missingScripts: 3 }, NO_OUTAGE)).toEqual(['3 scripts of pages were not found']);
});

test('the drills fail if shoppers placed no order or saw no page', () => {
  const observed = { responses: new Map([['200', 900]]), failingFor: 0, missingScripts: 0, orders: 1, pages: 1 };
  expect(missedTargets(observed, SHORT_OUTAGE)).toEqual([]);
  expect(missedTargets({ ...observed, orders: 0 }, SHORT_OUTAGE)).toEqual(['no order was placed']);
  expect(missedTargets({ ...observed, pages: 0 }, SHORT_OUTAGE)).toEqual(['no page was shown']);
});

test('the drills are chosen by a word in their names, and a choice of none is refused', () => {
  const names = selectDrills('switchover', '2').map(([name]) => name);
  expect(names).toEqual(['switchover of the primary', 'switchover of the primary']);
  expect(selectDrills('', '1').length).toBeGreaterThan(8);
  expect(() => selectDrills('swithcover', '1')).toThrow('No drill has "swithcover" in its name: no disturbance, ');
  for (const times of ['0', '-1', '1.5', 'two', '']) expect(() => selectDrills('', times)).toThrow('--times must be');
});

test('every metric of the shop is on the dashboard or in an alert', () => {
  const used = ['ops/grafana-dashboard.json', 'ops/alerts.yml'].map((file) => readFileSync(file, 'utf8')).join();
  const ofShop = [...metrics].filter((name) => name.startsWith('stoa_'));
  expect(ofShop.length).toBeGreaterThan(10);
  expect(ofShop.filter((name) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
});

test('alerts and the system page warn at the same limits', () => {
  const alerts = readFileSync('ops/alerts.yml', 'utf8');
  const rules = new Map(
    [...alerts.matchAll(/alert: (\w+)\n(?: +#.*\n)* +expr: (.*)/g)].map(([, name, expr]) => [name, expr]),
  );
  expect(rules.get('StoaLongOrderLine')).toMatch(new RegExp(`> ${LONG_LINE}$`));
  expect(rules.get('StoaReplicaLagging')).toMatch(new RegExp(`> ${MAX_REPLICA_LAG_MS / 1000}$`));
  const disk = /bytes < (\S+) or .* < (\S+)$/.exec(rules.get('StoaDiskLow') ?? '')?.slice(1);
  expect(disk?.map(Number)).toEqual([LOW_DISK_BYTES, LOW_DISK_SHARE]);
  expect(rules.get('StoaErrors')).toContain('- sum(rate(stoa_in_line_responses_total[5m]))');
});

test('every panel of the dashboard has a query', () => {
  const { panels } = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  expect(panels.filter(({ targets }) => targets.length === 0 || targets.some(({ expr }) => expr === ''))).toEqual([]);
});
