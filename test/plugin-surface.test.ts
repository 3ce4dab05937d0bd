import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PluginSurface, readPluginSurface, removedFrom, slotModules } from '../scripts/read-plugin-surface.ts';

const committed = JSON.parse(readFileSync('docs/plugin-surface.json', 'utf8')) as PluginSurface;
const surface = readPluginSurface();
const GUIDE = readFileSync('docs/plugins.md', 'utf8');
/** Names in the text and the tables, without the examples. */
const described = new Set(
  [...GUIDE.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []),
);

describe('the public surface for plug-ins', () => {
  test('is the one in docs/plugin-surface.json (npm run surface writes it)', () => {
    expect(surface).toEqual(committed);
  });

  test('has nothing that the guide does not name', () => {
    const unnamed = Object.entries(surface.imports).flatMap(([from, { values, types }]) =>
      Object.keys({ ...values, ...types })
        .filter((name) => !described.has(name))
        .map((name) => `${name} of ${from}`),
    );
    expect(unnamed).toEqual([]);
  });

  test('of slots is in the guide', () => {
    expect(Object.keys(surface.slots).filter((slot) => !GUIDE.includes(`\`${slot}\``))).toEqual([]);
  });

  test('has modules for pages that are generated from the table of slots', () => {
    expect(readFileSync('src/web/plugins/slot-modules.d.ts', 'utf8')).toBe(slotModules());
  });

  test('loses an export, a property or a slot only with a new version', () => {
    const before: PluginSurface = {
      version: 1,
      imports: { '#plugin': { values: { answer: ['data', 'message?'] }, types: { Caller: ['name'] } } },
      slots: { footer: [], 'order.page': ['order'] },
    };
    const now: PluginSurface = {
      version: 1,
      imports: { '#plugin': { values: { answer: ['data', 'extra?'] }, types: {} } },
      slots: { 'order.page': [] },
    };
    expect(removedFrom(before, now)).toEqual([
      'answer.message? of #plugin',
      'Caller of #plugin',
      'Caller.name of #plugin',
      'the slot footer',
      'order of the slot order.page',
    ]);
    expect(removedFrom(now, before)).toEqual(['answer.extra? of #plugin']);
  });
});
