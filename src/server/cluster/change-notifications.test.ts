import { expect, test } from 'vitest';
import { parseNotification } from './change-notifications.ts';

test('a notification names what has changed', () => {
  const changes = ['category', 'plugin', 'products:all', 'products:7', 'products:7,12'].map((payload) => {
    const notification = parseNotification(payload);
    return notification?.kind === 'change' && notification.change;
  });
  expect(changes).toEqual([
    { kind: 'category' },
    { kind: 'plugin' },
    { kind: 'products', ids: 'all' },
    { kind: 'products', ids: [7] },
    { kind: 'products', ids: [7, 12] },
  ]);
});

test('a beat has the number of its announcement, and a list of nodes their names', () => {
  expect(parseNotification('beat:42')).toEqual({ kind: 'beat', number: 42 });
  expect(parseNotification('nodes:3,1')).toEqual({ kind: 'nodes', names: ['3', '1'] });
});

test('notifications of other versions are ignored', () => {
  expect(['', 'beat:older-1:4', 'resync', 'something_new'].map(parseNotification)).toEqual(Array(4).fill(undefined));
});
