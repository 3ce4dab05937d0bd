import { expect, test } from 'vitest';
import { cacheBriefly, collectCacheFacts, collectPartFacts, dependsOn, shows } from './cache-facts.ts';

const keysOf = async (work: () => Promise<unknown>) => (await collectCacheFacts(work)).facts.keys;

test('what a part declares says nothing about an answer that declares nothing', async () => {
  const part = () => collectPartFacts(async () => dependsOn('product:1'));
  expect(await keysOf(part)).toBeUndefined();
  const declared = async () => {
    dependsOn('setting');
    shows('lists');
    await part();
  };
  expect(await keysOf(declared)).toEqual(['setting', 'lists', 'product:1']);
});

test('a page knows what its answers depend on, unless one of them does not say, fails or is cached briefly', async () => {
  const answer = () => collectCacheFacts(async () => dependsOn('category:2'));
  expect(await keysOf(answer)).toEqual(['category:2']);
  expect(await keysOf(() => Promise.all([answer(), collectCacheFacts(async () => undefined)]))).toBeUndefined();
  const failing = () => collectPartFacts(() => Promise.reject(new Error('broken'))).catch(() => undefined);
  expect(await keysOf(() => Promise.all([answer(), failing()]))).toBeUndefined();
  expect(await keysOf(() => Promise.all([answer(), collectCacheFacts(async () => cacheBriefly())]))).toBeUndefined();
});
