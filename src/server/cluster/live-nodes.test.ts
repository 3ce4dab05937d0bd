import { expect, test } from 'vitest';
import { createLiveNodes } from './live-nodes.ts';

function open(self: string) {
  const nodes = createLiveNodes(self);
  let changes = 0;
  nodes.onChange(() => {
    changes += 1;
  });
  return { nodes, changes: () => changes };
}

test('the two nodes that have been connected longest are the first ones', () => {
  const { nodes, changes } = open('2');
  nodes.hear(['3', '2', '1']);
  expect(nodes.isAmongFirst()).toBe(true);
  nodes.hear(['3', '1', '2']);
  expect(nodes.isAmongFirst()).toBe(false);
  expect(nodes.count()).toBe(3);
  expect(changes()).toBe(2);
});

test('a node that does not know the others yet, or no longer, counts as one of the first', () => {
  const { nodes, changes } = open('4');
  expect(nodes.isAmongFirst()).toBe(true);
  nodes.hear(['1', '2', '3']);
  expect([nodes.isAmongFirst(), nodes.count(), changes()]).toEqual([true, 0, 0]);
  nodes.hear(['1', '2', '3', '4']);
  expect([nodes.isAmongFirst(), nodes.count(), changes()]).toEqual([false, 4, 1]);
  nodes.reset();
  expect([nodes.isAmongFirst(), nodes.count()]).toEqual([true, 0]);
  nodes.hear(['1', '2', '3', '4']);
  expect(changes()).toBe(2);
});

test('the next node takes over when one of the first two stops', () => {
  const { nodes, changes } = open('3');
  nodes.hear(['1', '2', '3']);
  nodes.hear(['1', '2', '3']);
  expect([nodes.isAmongFirst(), changes()]).toEqual([false, 1]);
  nodes.hear(['2', '3']);
  expect([nodes.isAmongFirst(), changes()]).toEqual([true, 2]);
});

test('a listener that is added late is called at once', () => {
  const { nodes } = open('1');
  nodes.hear(['1']);
  let calls = 0;
  nodes.onChange(() => {
    calls += 1;
  });
  expect(calls).toBe(1);
});
