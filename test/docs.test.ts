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

const CONFORMANCE = TEXTS.filter((path) => path.includes('conformance'));

/** The tests of that name: by its path, or wherever it stands. */
const testsNamed = (name: string) =>
  FILES.filter((file) => (name.includes('/') ? file === name : basename(file) === name));

test.each(CONFORMANCE)('%s names only tests that are there', (path) => {
  const named = readFileSync(path, 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)`/g);
  expect([...named].map(([, name = '']) => name).filter((name) => testsNamed(name).length === 0)).toEqual([]);
});

test.each(CONFORMANCE)('%s quotes tests in their own words, with … for what it leaves out', (path) => {
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
