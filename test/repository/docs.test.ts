import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const EXCLUDED = new Set(['node_modules', 'build', 'data', '.git', '.react-router']);
const FILES = globSync('**/*', { exclude: (name) => EXCLUDED.has(basename(name)) });
const TEXTS = FILES.filter((path) => path.endsWith('.md'));

/** Links and pictures within this repository: relative paths without fragments. */
function linksOf(path: string): string[] {
  const links = readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g);
  return [...links]
    .map(([, link, source]) => (link ?? source ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^(\w+:|\/)/.test(link));
}

test.each(TEXTS)('%s has no broken links', (path) => {
  expect(linksOf(path).filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
});

/** The headings of a page as GitHub names their anchors. */
const anchorsOf = (path: string): Set<string> => {
  const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\[(.+?)\]\(.+?\)/g, '$1')
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
};

test.each(TEXTS)('%s links to headings that exist', (path) => {
  const links = readFileSync(path, 'utf8').matchAll(/\]\(((?!\w+:)[^)\s#]*\.md|)#([^)\s]+)\)/g);
  const wrong = [...links].filter(([, file = '', anchor = '']) => {
    const target = file === '' ? path : join(dirname(path), file);
    return !existsSync(target) || !anchorsOf(target).has(anchor);
  });
  expect(wrong.map(([link]) => link)).toEqual([]);
});

const CONFORMANCE = TEXTS.filter((path) => path.includes('conformance'));

const SOURCES = FILES.filter((file) => /\.tsx?$/.test(file));
const BY_NAME = Map.groupBy(FILES, (file) => basename(file));
/** Files with that path or, without a slash, that file name; for a folder, the sources in it. */
function filesNamed(name: string): readonly string[] {
  if (name.endsWith('/')) return SOURCES.filter((file) => file.startsWith(name));
  if (name.includes('/')) return existsSync(name) ? [name] : [];
  return BY_NAME.get(name) ?? [];
}

test.each(CONFORMANCE)('%s names each file so that it can be found', (path) => {
  const named = readFileSync(path, 'utf8').matchAll(/`([\w./-]+(?:\.(?:tsx?|css|sql|md)|\/))`/g);
  const names = [...named].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => filesNamed(name).length !== 1 && !existsSync(name))).toEqual([]);
});

/** Text without differences between source and prose. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/’|\\'/g, "'").replaceAll('&amp;', '&');
/** Stands for a value in a quoted text. */
const PLACEHOLDER = /\{\w+\}|…|\$?\d[\d.]*|\b(?:n|x|y|X|Y)\b/;

test.each(CONFORMANCE)('%s quotes texts that are in the files it names', (path) => {
  const rows = [...readFileSync(path, 'utf8').matchAll(/^\| (.+?) \| (.+?) \|/gm)];
  const wrong = rows.flatMap(([, requirement = '', implementation = '']) => {
    const quoted = [...requirement.matchAll(/(?<=^|[\s(])'([^']{6,}?)'(?=[\s,;:.)|]|$)/g)];
    if (quoted.length === 0) return [];
    const files = [...implementation.matchAll(/`([\w./-]+)`/g)].flatMap(([, name = '']) => filesNamed(name));
    const text = plain(files.map((file) => readFileSync(file, 'utf8')).join());
    const pieces = quoted.flatMap(([, words = '']) => words.split(PLACEHOLDER)).map((piece) => piece.trim());
    return pieces.filter((piece) => piece.length > 3 && !text.includes(plain(piece)));
  });
  expect(wrong).toEqual([]);
});

test.each(CONFORMANCE)('%s quotes test names verbatim, with … for omissions', (path) => {
  const quoted = readFileSync(path, 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)` \(([^)]+)\)/g);
  const wrong = [...quoted].flatMap(([, name = '', words = '']) => {
    const text = filesNamed(name)
      .map((file) => readFileSync(file, 'utf8'))
      .join();
    const pieces = words.split(/; |…/).map((piece) => piece.trim());
    return pieces.filter((piece) => !text.includes(piece)).map((piece) => `${name}: ${piece}`);
  });
  expect(wrong).toEqual([]);
});

test('every path in the glossary exists', () => {
  const paths = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/`((?:src|docs|test|migrations)\/[^`*]*)`/g)];
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

test('the index of decisions lists every record once, with its title', () => {
  const records = globSync('docs/decisions/[0-9]*.md').map((path) => {
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    return `[${title}](${basename(path)})`;
  });
  const listed = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^- (\[.+\]\(.+\))$/gm)];
  expect(records.length).toBeGreaterThan(100);
  expect(listed.map(([, link]) => link).toSorted()).toEqual(records.toSorted());
});

test('the README lists every environment variable that the shop reads', () => {
  const read = [...readFileSync('src/server/platform/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)];
  const rows = readFileSync('README.md', 'utf8').match(/^\| `[A-Z].*$/gm) ?? [];
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)]);
  const names = (matches: readonly RegExpMatchArray[]) => matches.map(([, name]) => name).toSorted();
  expect(names(listed)).toEqual(names(read));
});

/** Where the plug-in reference gets its time limits from: file, constant, and a function of the table's row. */
const LIMITS = [
  ['src/server/features/plugins/plugin-limits.ts', 'RESPONSE_LIMIT_MS', 'exportPersonalData'],
  ['src/server/app/call-in-process.ts', 'PLUGIN_LIMIT_MS', 'loader of a page'],
  ['src/server/features/plugins/plugin-loaders.ts', 'LOAD_LIMIT_MS', 'loadFrame'],
  ['src/server/features/plugins/sections.ts', 'LIMIT_MS', 'sections'],
  ['src/server/features/plugins/product-loader.ts', 'LIMIT_MS', 'loadProducts'],
  ['src/server/features/plugins/plugin-limits.ts', 'RESPONSE_LIMIT_MS', 'sitemapEntries'],
  ['src/server/features/cart/cart-ports.ts', 'LOAD_LIMIT_MS', 'cartLineOptions'],
  ['src/server/features/checkout/checkout-ports.ts', 'RATES_LIMIT_MS', 'shippingRates'],
  ['src/server/features/checkout/checkout-ports.ts', 'CHECK_LIMIT_MS', 'validateCheckout'],
  ['src/server/features/checkout/checkout-ports.ts', 'TAX_LIMIT_MS', 'calculateTax'],
  ['src/server/features/payments/guard-plugin-provider.ts', 'CONNECT_LIMIT_MS', 'connect'],
  ['src/server/features/payments/guard-plugin-provider.ts', 'CALL_LIMIT_MS', 'connected payment provider'],
  ['src/server/features/plugins/guard-search-engine.ts', 'QUERY_LIMIT_MS', 'queries of a search engine'],
  ['src/server/features/plugins/guard-search-engine.ts', 'CLOSE_LIMIT_MS', 'close'],
  ['src/server/platform/events/deliver-event.ts', 'HANDLER_TIMEOUT_MS', 'subscribers'],
] as const;

test('the plug-in reference gives the time limits of the code', () => {
  const rows = [...readFileSync('docs/plugins/reference.md', 'utf8').matchAll(/^\| (.+) \| (\d+) s\b.*\|$/gm)];
  const given = LIMITS.map(([, , name]) => {
    const [, , seconds] = rows.find(([, functions = '']) => new RegExp(`\\b${name}\\b`).test(functions)) ?? [];
    return [name, Number(seconds) * 1000];
  });
  const real = LIMITS.map(([file, constant, name]) => {
    const [, value = ''] =
      new RegExp(`^(?:export )?const ${constant} = ([\\d_]+);$`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
    return [name, Number(value.replaceAll('_', ''))];
  });
  expect(given).toEqual(real);
});
