import { expect, test } from 'vitest';
import startPage from '#web/inline-scripts/start-page.ts?inline-script';
import { KNOWN_SCRIPTS } from './known-scripts.ts';
import { pageBytes, pageStart } from './start-page.ts';

const ATTACK = '</script><script>alert(1)</script><!--';
const ASSETS = {
  manifest: '/assets/manifest.js',
  entry: '/assets/entry.js',
  modules: [['root', '/assets/root.js']],
  files: ['/assets/entry.js', '/assets/root.js'],
};
const START = pageStart({
  context: '{"ssr":true}',
  stream: `${JSON.stringify([{ name: ATTACK }])}\nP2:"${ATTACK}"\n`,
  assets: JSON.stringify(ASSETS),
});
const HTML = '<html><head><title>T</title></head><body><p>&lt;/body&gt;…</p></body></html>';
const SCRIPTS = /<script([^>]*)>([\s\S]*?)<\/script>/g;

const scriptsOf = (html: string) =>
  [...html.matchAll(SCRIPTS)].map(([, attributes, text = '']) => ({ attributes, text }));

test('a page ends with its data as an inert block and the start script', () => {
  const html = pageBytes(HTML, START).toString();
  const [data, start, ...others] = scriptsOf(html);
  expect(data?.attributes).toContain('type="application/json"');
  expect(JSON.parse(data?.text ?? '')).toEqual({
    context: { ssr: true },
    data: [{ name: ATTACK }],
    deferred: `P2:"${ATTACK}"\n`,
    assets: ASSETS,
  });
  expect(start).toEqual({ attributes: '', text: startPage });
  expect(others).toEqual([]);
  expect(html).toBe(`<!DOCTYPE html>${HTML.replace('</body>', `${START.join('')}</body>`)}`);
});

test('data cannot end its block', () => {
  const [data] = scriptsOf(START.join(''));
  expect(data?.text).not.toContain('<');
});

test('no known script can end its own element', () => {
  for (const script of KNOWN_SCRIPTS) expect(script).not.toMatch(/<\/script|<!--/i);
});
