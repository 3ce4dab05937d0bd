import { expect, test } from 'vitest';
import { KNOWN_SCRIPTS } from './known-scripts.ts';
import { type PageStart, startPage, withPageStart } from './start-page.ts';

const PAGE: PageStart = {
  context: { ssr: true },
  stream: '[{"name":"</script><script>alert(1)</script><!--"}]',
  manifest: '/assets/manifest.js',
  entry: '/assets/entry.js',
  modules: [['root', '/assets/root.js']],
  files: ['/assets/entry.js', '/assets/root.js'],
};
const HTML = '<html><head><title>T</title></head><body><p>&lt;/body&gt;</p></body></html>';
const SCRIPTS = /<script([^>]*)>([\s\S]*?)<\/script>/g;

const scriptsOf = (html: string) =>
  [...html.matchAll(SCRIPTS)].map(([, attributes, text = '']) => ({ attributes, text }));

test('a page ends with its data as an inert block and the start script', () => {
  const html = withPageStart(HTML, PAGE);
  const [data, start, ...others] = scriptsOf(html);
  expect(data?.attributes).toContain('type="application/json"');
  expect(JSON.parse(data?.text ?? '')).toEqual(PAGE);
  expect(start).toEqual({ attributes: '', text: startPage });
  expect(others).toEqual([]);
  expect(html.endsWith('</script></body></html>')).toBe(true);
});

test('data cannot end its block', () => {
  const [data] = scriptsOf(withPageStart(HTML, PAGE));
  expect(data?.text).not.toContain('<');
});

test('no known script can end its own element', () => {
  for (const script of KNOWN_SCRIPTS) expect(script).not.toMatch(/<\/script|<!--/i);
});
