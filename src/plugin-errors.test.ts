import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { pluginOfError, survivePluginErrors } from './plugin-errors.ts';

const FEEDS = { name: 'feeds', folder: '/shop/plugins/feeds' };
const COPIED = { name: 'copied', folder: '/shop (copy)/plugins/a (1)' };
const PLUGINS = [FEEDS, COPIED, { name: 'packaged', folder: '/shop/node_modules/stoa-plugin-packaged/dist' }];
const thrown = (...lines: string[]) =>
  Object.assign(new Error('No feed'), { stack: ['Error: No feed', ...lines].join('\n') });

test.each([
  ['feeds', ['    at read (file:///shop/plugins/feeds/read.ts:3:9)', '    at file:///shop/src/main.ts:1:1']],
  ['feeds', ['    at async Timeout.poll (/shop/plugins/feeds/poll.ts:3:9)']],
  [
    'feeds',
    ['    at Parser.end (file:///shop/node_modules/csv/index.js:9:9)', '    at file:///shop/plugins/feeds/a.ts:1:1'],
  ],
  ['copied', ['    at read (file:///shop%20(copy)/plugins/a%20(1)/read.ts:3:9)']],
  ['copied', ['    at async /shop (copy)/plugins/a (1)/read.ts:3:9']],
  ['packaged', ['    at file:///shop/node_modules/stoa-plugin-packaged/dist/plugin.js:1:1']],
  [
    'packaged',
    ['    at listOnTimeout (node:internal/timers:1:1)', '    at /shop/node_modules/stoa-plugin-packaged/dist/a.js:1:1'],
  ],
  [undefined, ['    at file:///shop/src/server/jobs.ts:1:1', '    at file:///shop/plugins/feeds/a.ts:1:1']],
  [undefined, ['    at file:///shop/plugins/feeds-of-others/a.ts:1:1']],
  [undefined, ['    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)']],
])('an error is attributed to %s', (name, lines) => {
  expect(pluginOfError(thrown(...lines), PLUGINS)).toBe(name);
});

test('a value that is not an error is attributed to no plug-in', () => {
  for (const nothing of [undefined, null, 'No feed', { stack: 7 }])
    expect(pluginOfError(nothing, PLUGINS)).toBeUndefined();
});

test('the process keeps running after an error of a plug-in, and ends after one of the shop', () => {
  const process = new EventEmitter();
  const logged: object[] = [];
  const ended: unknown[] = [];
  const log = { error: (line: object) => void logged.push(line) };
  survivePluginErrors(process, PLUGINS, log, (error) => ended.push(error));
  const ofPlugin = thrown('    at Timeout.poll (file:///shop/plugins/feeds/poll.ts:3:9)');
  process.emit('uncaughtException', ofPlugin);
  process.emit('unhandledRejection', ofPlugin);
  process.emit('unhandledRejection', undefined);
  expect(logged).toEqual([
    { err: ofPlugin, plugin: 'feeds' },
    { err: ofPlugin, plugin: 'feeds' },
    { err: undefined, plugin: undefined },
  ]);
  expect(ended).toEqual([]);
  const ofShop = thrown('    at file:///shop/src/server/jobs.ts:1:1');
  process.emit('uncaughtException', ofShop);
  process.emit('unhandledRejection', ofShop);
  process.emit('uncaughtException', undefined);
  expect(ended).toEqual([ofShop, ofShop, undefined]);
  expect(logged).toHaveLength(3);
});

test('the process keeps running when a plug-in does not await a call of the shop, such as a statement', () => {
  const process = new EventEmitter();
  const logged: object[] = [];
  const ended: unknown[] = [];
  survivePluginErrors(process, PLUGINS, { error: (line: object) => void logged.push(line) }, (error) =>
    ended.push(error),
  );
  const failure = thrown(
    '    at /shop/node_modules/pg/lib/client.js:1:1',
    '    at async PooledClient.query (file:///shop/src/server/platform/database/prepared-statements.ts:1:1)',
    '    at async Timeout.poll (file:///shop/plugins/feeds/poll.ts:3:9)',
  );
  process.emit('unhandledRejection', failure);
  expect([logged, ended]).toEqual([[{ err: failure, plugin: 'feeds' }], []]);
  // Thrown in the middle of the shop's own code, whose state is unknown then.
  process.emit('uncaughtException', failure);
  expect(ended).toEqual([failure]);
});
