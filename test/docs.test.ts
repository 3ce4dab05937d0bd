import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const NOT_OURS = new Set(['node_modules', 'build', 'data', '.git', '.react-router']);
const FILES = globSync('**/*', { exclude: (name) => NOT_OURS.has(basename(name)) });
const TEXTS = FILES.filter((path) => path.endsWith('.md'));

/** What a text leads to in this repository: links and pictures, without addresses elsewhere and places within a page. */
function linksOf(path: string): string[] {
  const links = readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g);
  return [...links]
    .map(([, link, source]) => (link ?? source ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^(\w+:|\/)/.test(link));
}

test.each(TEXTS)('%s leads nowhere that is not there', (path) => {
  expect(linksOf(path).filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
});

test.each(TEXTS.filter((path) => path.includes('conformance')))('%s names only tests that are there', (path) => {
  const names = new Set(FILES.map((file) => basename(file)));
  const named = readFileSync(path, 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)`/g);
  const missing = [...named].flatMap(([, name = '']) =>
    (name.includes('/') ? FILES.includes(name) : names.has(name)) ? [] : [name],
  );
  expect(missing).toEqual([]);
});
