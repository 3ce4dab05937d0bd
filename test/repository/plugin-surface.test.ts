import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plugin } from '#plugin';
import { iconNames } from '#web/ui/icon-names.ts';
import { type PluginSurface, readPluginSurface, removedFrom, slotModules } from '../../scripts/read-plugin-surface.ts';
import shopConfig from '../../shop.config.ts';

const committed = JSON.parse(readFileSync('docs/plugin-surface.json', 'utf8')) as PluginSurface;
const surface = readPluginSurface();
const GUIDE = globSync('docs/plugins/*.md')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
/** Names in the text and the tables, without the examples. */
const described = new Set(
  [...GUIDE.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []),
);

/** Every plug-in has these, or they say more about another one. */
const BASIC = new Set([
  'name',
  'apiVersion',
  'folder',
  'contract',
  'handlers',
  'migrations',
  'productPlaces',
  'storefront',
  'admin',
]);

/** Each exports the function that makes it. */
async function openExamples(): Promise<Plugin[]> {
  const modules: Record<string, () => Plugin>[] = await Promise.all(
    globSync('examples/*/plugin.ts').map((path) => import(resolve(path))),
  );
  return modules.flatMap((module) => Object.values(module).map((open) => open()));
}

test('plugins/README.md lists every plug-in and example with its slots and extension points', async () => {
  const rows = readFileSync('plugins/README.md', 'utf8').matchAll(
    /^\| \[([\w-]+)\]\([^|]+\|[^|]+\|([^|]*)\|([^|]*)\|$/gm,
  );
  const words = (cell = '') => [...cell.matchAll(/`([\w.]+)`|(back office)/g)].map(([, name, other]) => name ?? other);
  const listed = [...rows].map(([, name, slots, others]) => [name, words(slots), words(others).sort()]);
  const all = [...shopConfig.plugins, ...(await openExamples())].map((plugin) => {
    const { slots = {}, ...storefront } = plugin.storefront ?? {};
    const others = [...Object.keys(plugin).filter((key) => !BASIC.has(key)), ...Object.keys(storefront)];
    return [plugin.name, Object.keys(slots), [...others, ...(plugin.admin ? ['back office'] : [])].sort()];
  });
  expect(listed.toSorted()).toEqual(all.toSorted());
});

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

  test('has icons, which the guide lists', () => {
    expect(iconNames.filter((icon) => !GUIDE.includes(`\`${icon}\``))).toEqual([]);
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
