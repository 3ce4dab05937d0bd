import { readFile } from 'node:fs/promises';
import { minify, transformWithOxc, type Plugin as VitePlugin } from 'vite';

const QUERY = '?inline-script';
/** Matches text that would end the script element. */
const END = /<\/script|<!--/i;

/** Compiles a script to the text of a script element: types removed, minified, wrapped in a function. */
async function compile(file: string): Promise<string> {
  const source = await readFile(file, 'utf8');
  const { code } = await transformWithOxc(source, file, { sourcemap: false, target: 'es2022' });
  const { code: text, errors } = await minify(file, `(()=>{${code}})()`, { compress: true, mangle: true });
  if (errors.length > 0)
    throw new Error(`${file} cannot be minified: ${errors.map(({ message }) => message).join(', ')}`);
  if (END.test(text)) throw new Error(`${file} contains text that ends its script element.`);
  return text.trim();
}

/**
 * `import text from './first-paint.ts?inline-script'`: the compiled text of a file in `src/web/inline-scripts`, which imports and
 * exports nothing. Builds, the development server and tests compile it in the same way, so its hash in the policy is the same.
 */
export function inlineScripts(): VitePlugin {
  return {
    name: 'stoa-inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(await compile(file))};`;
    },
  };
}
