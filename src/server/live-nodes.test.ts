import { expect, test } from 'vitest';
import { createLiveNodes } from './live-nodes.ts';

function open(self: string) {
  const clock = { ms: 0 };
  const nodes = createLiveNodes(self, () => clock.ms);
  let changes = 0;
  nodes.onChange(() => {
    changes += 1;
  });
  nodes.reset();
  /** Lets a quarter of a second pass, in which these nodes send their beats. */
  const pass = (...heard: readonly string[]) => {
    clock.ms += 250;
    for (const name of heard) nodes.hear(name);
    nodes.check();
  };
  const passSeconds = (seconds: number, ...heard: readonly string[]) => {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) pass(...heard);
  };
  return { nodes, passSeconds, changes: () => changes };
}

test('the oldest node is the first one, once it has had time to hear the others', () => {
  const { nodes, passSeconds, changes } = open('b');
  passSeconds(0.5, 'b');
  expect(nodes.isFirst()).toBe(false);
  passSeconds(1, 'b', 'c');
  expect(nodes.isFirst()).toBe(true);
  expect(changes()).toBe(1);
  passSeconds(1, 'a', 'b', 'c');
  expect(nodes.isFirst()).toBe(false);
  expect(changes()).toBe(2);
});

test('a listener that is added late is called at once', () => {
  const { nodes, passSeconds } = open('a');
  let calls = 0;
  passSeconds(2, 'a');
  nodes.onChange(() => {
    calls += 1;
  });
  expect(calls).toBe(1);
});

test('another node takes over at once when the first one stops, and after three seconds when it is silent', () => {
  const { nodes, passSeconds, changes } = open('b');
  passSeconds(2, 'a', 'b');
  nodes.leave('a');
  passSeconds(0.25, 'b');
  expect(nodes.isFirst()).toBe(true);
  passSeconds(1, 'a', 'b');
  passSeconds(2.75, 'b');
  expect(nodes.isFirst()).toBe(false);
  passSeconds(1, 'b');
  expect(nodes.isFirst()).toBe(true);
  expect(changes()).toBe(4);
});

test('a node whose own beats do not arrive is not the first one', () => {
  const { nodes, passSeconds } = open('a');
  passSeconds(2, 'b');
  expect(nodes.isFirst()).toBe(false);
});
