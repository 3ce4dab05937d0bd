import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../examples/shop.config.ts';

/**
 * The code of the guides is a copy of `examples/`, which is compiled, linted and tested with the shop. After a change
 * there, copy it into the guide.
 */
const GUIDES = [...globSync('docs/plugins/*.md'), 'docs/events.md'];
const EXAMPLES = 'examples';

interface Block {
  /** Such as `plugins/hello/plugin.ts`, from the comment at the start of the block, which then has the whole file. */
  readonly path: string | undefined;
  readonly code: string;
}

function blocksOf(guide: string): Block[] {
  const blocks = readFileSync(guide, 'utf8').matchAll(/^```(?:ts|tsx|sql)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, text = '']) => {
    const heading = /^(?:\/\/|--) ((?:plugins\/[\w/.-]+|shop\.config)\.\w+).*\n/.exec(text);
    return { path: heading?.[1], code: text.slice(heading?.[0].length ?? 0) };
  });
}

/** In a shop, the folders of `examples/` are in `plugins/`. */
const inExamples = (text: string): string => text.replace(/(^|'\.\/)plugins\//gm, '$1');

/** Without indentation: a part of a file is less indented in the guide. */
const linesOf = (text: string): string => text.replace(/^\s+/gm, '').trimEnd();

const files = globSync(`${EXAMPLES}/**/*.{ts,tsx,sql}`).map((path) => linesOf(readFileSync(path, 'utf8')));

describe.each(GUIDES.filter((guide) => blocksOf(guide).length > 0))('%s', (guide) => {
  const blocks = blocksOf(guide);

  test.each(blocks.flatMap(({ path, code }) => (path === undefined ? [] : [{ path, code }])))(
    'has $path as it is in examples/',
    ({ path, code }) => {
      expect(inExamples(code)).toBe(readFileSync(join(EXAMPLES, inExamples(path)), 'utf8'));
    },
  );

  test('has only code of examples/', () => {
    const parts = blocks.filter(({ path }) => path === undefined).map(({ code }) => linesOf(code));
    expect(parts.filter((part) => !files.some((file) => file.includes(part)))).toEqual([]);
  });
});

test('the package files in the guide are those of the package that the tests compile', () => {
  const blocks = readFileSync('docs/plugins/publishing.md', 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm);
  const quoted = [...blocks].map(([, text = '']) => JSON.parse(text.replaceAll('-hello', '-greeting')));
  const packageFile = (name: string) => JSON.parse(readFileSync(`test/fixtures/greeting-package/${name}`, 'utf8'));
  expect(quoted).toEqual([packageFile('package.json'), packageFile('tsconfig.json')]);
});

test('the example of shop.config.ts has a plug-in', () => {
  expect(shopConfig.plugins.map(({ name }) => name)).toEqual(['hello']);
});
