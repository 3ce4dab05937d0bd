/**
 * Generates src/web/ui/icons.svg from the icons of lucide-react (ISC licence) listed in ui/icon-names.ts. One cached
 * file instead of a component per icon keeps them out of scripts and pages.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { iconNames } from '#web/ui/icon-names.ts';

interface IconModule {
  readonly __iconData: { readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[] };
}

const icons = new URL('../node_modules/lucide-react/dist/esm/icons/', import.meta.url);

async function symbol(name: string): Promise<string> {
  const icon: IconModule = await import(new URL(`${name}.mjs`, icons).href);
  const shapes = icon.__iconData.node.map(([tag, attributes]) => {
    const written = Object.entries(attributes)
      .filter(([attribute]) => attribute !== 'key')
      .map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${tag}${written.join('')}/>`;
  });
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`;
}

const licence = await readFile(new URL('../node_modules/lucide-react/LICENSE', import.meta.url), 'utf8');
const symbols = await Promise.all(iconNames.map(symbol));
await writeFile(
  new URL('../src/web/ui/icons.svg', import.meta.url),
  `<!-- Lucide, ${licence.split('\n', 3).join(' ').replaceAll('--', '-').trim()} -->\n<svg xmlns="http://www.w3.org/2000/svg"><title>Icons</title>\n${symbols.join('\n')}\n</svg>\n`,
);
