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

/** Test files with that path or, without a slash, that file name. */
const testsNamed = (name: string) =>
  FILES.filter((file) => (name.includes('/') ? file === name : basename(file) === name));

test.each(CONFORMANCE)('%s names only existing tests', (path) => {
  const named = readFileSync(path, 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)`/g);
  expect([...named].map(([, name = '']) => name).filter((name) => testsNamed(name).length === 0)).toEqual([]);
});

test.each(CONFORMANCE)('%s quotes test names verbatim, with … for omissions', (path) => {
  const quoted = readFileSync(path, 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)` \(([^)]+)\)/g);
  const wrong = [...quoted].flatMap(([, name = '', words = '']) => {
    const text = testsNamed(name)
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

const { imports: ALIASES } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };

/** `#domain/money/money.ts` as a path. */
const pathOfAlias = (name: string): string =>
  name.replace(/^(#\w+)\/(.+)$/, (_, alias: string, rest: string) =>
    (ALIASES[`${alias}/*`] ?? alias).replace('*', rest),
  );

const commentsOf = (source: string) => source.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];

/** Sources that comments name, with the alias of an import or with their folder. */
const namedIn = (comment: string) =>
  comment.match(/(?:#\w+|(?<![\w-])(?:src|test|ops|scripts|plugins))\/[\w./-]+\.tsx?\b/g) ?? [];

test('comments name only sources that exist', () => {
  // Tests write sources of their own.
  const sources = FILES.filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
  expect(sources.length).toBeGreaterThan(1000);
  const wrong = sources.flatMap((path) =>
    commentsOf(readFileSync(path, 'utf8'))
      .flatMap(namedIn)
      .filter((name) => !existsSync(pathOfAlias(name)))
      .map((name) => `${path}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
