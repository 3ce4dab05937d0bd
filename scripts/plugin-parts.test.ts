import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { minifySync } from 'vite';
import { expect, test } from 'vitest';
import { definePlugin } from '#plugin';
import { ROOT } from './find-node.mjs';
import { withoutUnusedSlots } from './plugin-parts.ts';

const lines = definePlugin({
  name: 'lines',
  apiVersion: 1,
  folder: import.meta.dirname,
  storefront: { slots: { 'cart.line': './line.tsx' } },
});
const render = (jsx: string) => `import Line from 'virtual:slot/cart.line';
import Badge from 'virtual:slot/card.badge';
export const Page = ({ product, id }) => (
  ${jsx}
);
`;

test('a slot without a part leaves no empty child in the page, however the line is laid out', () => {
  for (const jsx of [
    '<p>{Badge && <Badge product={product} />}</p>',
    '<p>{Badge && product && <Badge product={product} />} and more</p>',
    '<p>– “é” 😀 {Badge && (\n    <Badge\n      product={product}\n    />)}</p>',
    '<>{Badge && <div>{Badge && <Badge />}</div>}</>',
  ]) {
    const page = withoutUnusedSlots(render(jsx), { plugins: [lines] });
    expect(page).not.toContain('<Badge');
    expect(page).not.toContain('&&');
    expect(page.split('\n').map(({ length }) => length)).toEqual(
      render(jsx)
        .split('\n')
        .map(({ length }) => length),
    );
  }
});

test('a slot with a part stays, and so does what depends on whether one is used', () => {
  const page = render('<p className={Badge ? "a" : "b"}>{Line && <Line item={id} />}{Badge ? 1 : 2}{product}</p>');
  expect(withoutUnusedSlots(page, { plugins: [lines] })).toBe(page);
});

const NO_PLUGINS = { plugins: [] };
const IMPORT = /^import (\w+) from 'virtual:[^']+';$/gm;
/** Modules that only plug-ins import. */
const OF_PLUGINS = ['src/web/plugins/section.tsx', 'src/web/admin/shared/section-editor.tsx'];
/** TypeScript's diagnostics of variables, parameters and properties that nothing reads. */
const UNUSED = [6133, 6196, 6198];

/** Declarations of a module that nothing reads, after the minifier has removed dead code. */
function unusedIn(page: string): string[] {
  const { outputText } = ts.transpileModule(page, {
    fileName: 'page.tsx',
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const { code } = minifySync('page.js', outputText, { module: true, compress: true, mangle: false });
  const file = ts.createSourceFile('page.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const options = { allowJs: true, checkJs: true, noLib: true, noResolve: true, types: [] };
  const strict = { ...options, noUnusedLocals: true, noUnusedParameters: true };
  const host = {
    ...ts.createCompilerHost(strict),
    getSourceFile: (name: string) => (name === 'page.js' ? file : undefined),
  };
  return ts
    .createProgram(['page.js'], strict, host)
    .getSemanticDiagnostics(file)
    .filter((diagnostic) => UNUSED.includes(diagnostic.code))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** Declarations that only parts of plug-ins use, such as a property that is passed to nothing else. */
function declaredForPlugins(page: string): string[] {
  const without = unusedIn(withoutUnusedSlots(page, NO_PLUGINS).replace(IMPORT, 'const $1 = null;'));
  const used = unusedIn(page);
  return without.filter((one) => !used.includes(one));
}

test('without plug-ins, no page passes or declares anything only for their parts', () => {
  const pages = globSync('src/web/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !OF_PLUGINS.includes(path));
  const found = pages.flatMap((path) => {
    const page = readFileSync(join(ROOT, path), 'utf8');
    return page.match(IMPORT) ? [{ path, unused: declaredForPlugins(page) }] : [];
  });
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ unused }) => unused.length > 0)).toEqual([]);
});

test.each([
  ['a property', 'export const Page = ({ id, text }) => <p>{text}{Badge && <Badge id={id} />}</p>;', "'id'"],
  ['a parameter', 'export const badge = (text, id) => (Badge ? { text, id } : { text });', "'id'"],
  [
    'a parameter of a render function',
    'export const page = <List>{(id) => <p>{Badge && <Badge id={id} />}</p>}</List>;',
    "'id'",
  ],
])('%s that only a slot reads is found', (_what, code, name) => {
  const page = `import List from './list.tsx';\nimport Badge from 'virtual:slot/card.badge';\n${code}\n`;
  expect(declaredForPlugins(page)).toEqual([expect.stringContaining(name)]);
});
