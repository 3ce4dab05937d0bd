import { join, resolve, sep } from 'node:path';
import { type DevEnvironment, type ESTree, parseSync, runnerImport, Visitor, type Plugin as VitePlugin } from 'vite';
import type { Plugin, PluginFile, ShopConfig } from '#plugin';
import { pathOf } from '../src/plugin/path-of.ts';
import { ROOT } from './find-node.mjs';

const CONFIG = join(ROOT, 'shop.config.ts');
const SHOP = join(ROOT, 'src') + sep;
const CHECKS = join(SHOP, 'server/features/plugins/check-plugins.ts');
const VIRTUAL =
  /^virtual:(slot\/[\w.]+|parts\/[\w.]+|account-menu|admin-menu|checkout-options|footer-menu|home-content|payment-forms|sections|section-editors|themes)$/;
const RESOLVED = '\0';
/** Not `app.css?url`, which is a script. */
const STYLES = /\/src\/web\/app\.css(\?transform-only)?$/;
const PAGES = /\/src\/web\/.*\.tsx$/;
const SURFACE = /\/src\/plugin\/\w+\.ts$/;
const CHECKOUT_OPTIONS = join(ROOT, 'src/web/storefront/checkout/options/checkout-options.tsx');
const CREATE_SLOT = join(ROOT, 'src/web/plugins/create-slot.tsx');

/**
 * Generates the modules through which pages render the parts of plug-ins (`src/web/plugins/virtual.d.ts`) from the file
 * paths in `shop.config.ts`. A module that no plug-in uses exports null, and the build drops the code behind it.
 * @param fixed in place of `shop.config.ts`, for tests
 */
export function pluginParts(fixed?: ShopConfig): VitePlugin {
  let shop: ShopConfig = fixed ?? { plugins: [] };
  let sources = new Set<string>();
  let isBuild = false;

  async function readConfig(): Promise<void> {
    if (fixed) return;
    const { module, dependencies } = await runnerImport<{ default: ShopConfig }>(CONFIG, {
      root: ROOT,
      logLevel: 'error',
    });
    shop = module.default;
    // The shop's own code, which they import through #plugin, decides nothing here: open pages keep their input.
    const files = dependencies.map((file) => resolve(ROOT, file)).filter((file) => !file.startsWith(SHOP));
    sources = new Set([CONFIG, ...files]);
  }

  return {
    name: 'stoa-plugin-parts',
    enforce: 'pre',
    async configResolved({ command }) {
      isBuild = command === 'build';
      await readConfig();
      // Before the bundler fails on a file that is missing, in words that do not name the plug-in.
      if (isBuild) await check(shop);
    },
    resolveId: (id) => (VIRTUAL.test(id) ? RESOLVED + id : null),
    load(id) {
      const [, name] = id.startsWith(RESOLVED) ? (VIRTUAL.exec(id.slice(1)) ?? []) : [];
      return name === undefined ? null : { code: writeModule(name, shop), moduleSideEffects: false };
    },
    transform(code, id) {
      const path = id.replaceAll('\\', '/');
      if (isBuild && PAGES.test(path)) return { code: withoutUnusedSlots(code, shop), map: null };
      if (STYLES.test(path)) return { code: code + tailwindSources(shop), map: null };
      // A part that imports one component from the public surface does not load all others.
      return SURFACE.test(path) ? { code, moduleSideEffects: false } : null;
    },
    configureServer(server) {
      server.watcher.on('change', async (file) => {
        if (!sources.has(file)) return;
        await readConfig();
        // The server first: open pages are rendered again when they reload.
        const { ssr, ...others } = server.environments;
        for (const environment of [ssr, ...Object.values(others)]) {
          if (environment) reload(environment);
        }
      });
    },
  };
}

/** Compiles what depends on `shop.config.ts` again, but no other module: all of them would take many seconds. */
function reload({ moduleGraph, hot }: DevEnvironment): void {
  for (const [id, module] of moduleGraph.idToModuleMap) if (dependsOnConfig(id)) moduleGraph.invalidateModule(module);
  hot.send({ type: 'full-reload' });
}

const dependsOnConfig = (id: string): boolean =>
  (id.startsWith(RESOLVED) && VIRTUAL.test(id.slice(1))) || STYLES.test(id.replaceAll('\\', '/'));

/** Imported here and not above: Vite would restart for every change of the shop's code that it imports. */
async function check({ plugins }: ShopConfig): Promise<void> {
  const { module } = await runnerImport<typeof import('#server/features/plugins/check-plugins.ts')>(CHECKS, {
    root: ROOT,
    logLevel: 'error',
  });
  module.checkPlugins(plugins);
}

/**
 * Blanks `{Slot && <Slot … />}` where no plug-in uses the slot: its null would stay in the page as an empty child. Lines
 * and columns stay as they are.
 */
export function withoutUnusedSlots(code: string, shop: ShopConfig): string {
  if (!code.includes("'virtual:")) return code;
  const { program } = parseSync('page.tsx', code);
  const unused = new Set<string>();
  const blanked: { readonly start: number; readonly end: number }[] = [];
  const blankUnused = ({ children }: { readonly children: readonly ESTree.JSXChild[] }) => {
    for (const child of children) {
      const isNested = child.start < (blanked.at(-1)?.end ?? 0);
      if (child.type !== 'JSXExpressionContainer' || isNested) continue;
      if (unused.has(conditionOf(child.expression))) blanked.push(child);
    }
  };
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      const [, name] = VIRTUAL.exec(source.value) ?? [];
      if (name === undefined || writeModule(name, shop) !== UNUSED) return;
      for (const { local } of specifiers) unused.add(local.name);
    },
    JSXElement: blankUnused,
    JSXFragment: blankUnused,
  }).visit(program);
  return blanked.reduce((text, { start, end }) => {
    const blank = text.slice(start + 3, end - 3).replace(/[^\n]/g, ' ');
    return `${text.slice(0, start)}{/*${blank}*/}${text.slice(end)}`;
  }, code);
}

/** The variable that decides whether `Slot && …` renders anything; empty for other expressions. */
function conditionOf(expression: ESTree.Expression | ESTree.JSXEmptyExpression): string {
  if (expression.type === 'Identifier') return expression.name;
  return expression.type === 'LogicalExpression' && expression.operator === '&&' ? conditionOf(expression.left) : '';
}

/** Classes that parts of plug-ins use are in the shop's stylesheet. */
const tailwindSources = ({ plugins }: ShopConfig): string =>
  plugins.map(({ folder }) => `\n@source ${JSON.stringify(join(folder, '**/*.{tsx,jsx,js}'))};`).join('');

const lazily = (file: string): string => `lazy(() => import(${JSON.stringify(file)}))`;
/** If its chunk fails to load, React keeps the server's HTML of the part: browsers do not fetch a failed module again. */
const lazyPart = (file: string): string => {
  const load = `import(${JSON.stringify(file)})`;
  return `lazy(() => import.meta.env.SSR ? ${load} : ${load}.catch(() => new Promise(() => {})))`;
};

const UNUSED = 'export default null;';

function writeModule(name: string, { plugins, theme }: ShopConfig): string {
  switch (name) {
    case 'account-menu':
      return exportList(
        plugins.flatMap(({ storefront }) =>
          (storefront?.accountMenu ?? []).map(({ path, label }) => JSON.stringify([path, label])),
        ),
      );
    case 'footer-menu':
      return exportList(
        plugins.flatMap(({ storefront }) =>
          (storefront?.footerMenu ?? []).map(({ path, label }) => JSON.stringify([path, label])),
        ),
      );
    case 'admin-menu':
      return exportList(
        plugins.flatMap(({ admin }) =>
          (admin?.menu ?? []).map(({ path, label, icon }) => JSON.stringify({ path, name: label, icon })),
        ),
      );
    case 'themes': {
      const ofPlugins = plugins.flatMap((plugin) =>
        plugin.storefront?.theme ? [pathOf(plugin, plugin.storefront.theme)] : [],
      );
      const files = [...ofPlugins, ...(theme ? [theme] : [])];
      const imports = files.map((file, at) => `import theme${at} from ${JSON.stringify(`${file}?url`)};\n`);
      if (files.length === 0) return UNUSED;
      const links = files.map((_, at) => `createElement('link', { key: ${at}, rel: 'stylesheet', href: theme${at} })`);
      return `import { createElement } from 'react';\n${imports.join('')}export default () => [${links.join(', ')}];`;
    }
    case 'checkout-options':
      return plugins.some((plugin) => plugin.checkoutOptions)
        ? `export { checkoutOptions as default } from ${JSON.stringify(CHECKOUT_OPTIONS)};`
        : UNUSED;
    case 'home-content':
      return `export default ${JSON.stringify(plugins.find(({ storefront }) => storefront?.homeContent)?.storefront?.homeContent ?? null)};`;
    case 'sections':
      return exportSections(plugins, 'file');
    case 'section-editors':
      return exportSections(plugins, 'editor');
    case 'payment-forms':
      return exportForms(plugins);
    case 'slot/product.tabs':
      return exportTabs(plugins);
    default:
      return exportSlot(name.replace(/^\w+\//, ''), plugins, name.startsWith('parts/'));
  }
}

const exportList = (items: readonly string[]): string =>
  items.length === 0 ? UNUSED : `export default [${items.join(', ')}];`;

function exportSections(plugins: readonly Plugin[], part: 'file' | 'editor'): string {
  const sections = plugins.flatMap((plugin) =>
    (plugin.sections ?? []).map(
      (section) => `${JSON.stringify(`${plugin.name}.${section.name}`)}: ${lazily(pathOf(plugin, section[part]))}`,
    ),
  );
  if (sections.length === 0) return UNUSED;
  return `import { lazy } from 'react';\nexport default { ${sections.join(', ')} };`;
}

function exportForms(plugins: readonly Plugin[]): string {
  const forms = plugins.flatMap((plugin) =>
    Object.entries(plugin.storefront?.paymentForms ?? {}).map(
      ([provider, file]) => `${JSON.stringify(provider)}: ${lazily(pathOf(plugin, file))}`,
    ),
  );
  if (forms.length === 0) return UNUSED;
  return `import { lazy } from 'react';\nexport default { ${forms.join(', ')} };`;
}

const slotCall = (slot: string, parts: readonly string[]): string =>
  `createSlot(${JSON.stringify(slot)}, [${parts.join(', ')}])`;
const partOf = (plugin: Plugin, file: PluginFile): string =>
  `{ plugin: ${JSON.stringify(plugin.name)}, Content: ${lazyPart(pathOf(plugin, file))} }`;
const SLOT_IMPORTS = `import { lazy } from 'react';\nimport { createSlot } from ${JSON.stringify(CREATE_SLOT)};\n`;

function exportTabs(plugins: readonly Plugin[]): string {
  const tabs = plugins.flatMap((plugin) => {
    const tab = plugin.storefront?.slots?.['product.tabs'];
    if (!tab) return [];
    const { id, label, file, onlyWithData } = tab;
    const content = slotCall('product.tabs', [partOf(plugin, file)]);
    const condition = onlyWithData ? `, onlyWithDataOf: ${JSON.stringify(plugin.name)}` : '';
    return `{ id: ${JSON.stringify(id)}, label: ${JSON.stringify(label)}, Content: ${content}${condition} }`;
  });
  return (tabs.length > 0 ? SLOT_IMPORTS : '') + exportList(tabs);
}

/**
 * The slot itself is a few bytes in the page; its error boundary and the parts are in other chunks. It is rendered again
 * only if its props change: until its parts have loaded, a render would replace the server's HTML with nothing.
 */
function exportSlot(slot: string, plugins: readonly Plugin[], isParts: boolean): string {
  const parts = plugins.flatMap((plugin) => {
    const { 'product.tabs': _, ...slots } = { ...plugin.storefront?.slots, ...plugin.admin?.slots };
    const file = Object.entries(slots).find(([name]) => name === slot)?.[1];
    return file ? partOf(plugin, file) : [];
  });
  if (parts.length === 0) return UNUSED;
  return isParts
    ? `${SLOT_IMPORTS}export default ${slotCall(slot, parts)};`
    : `import { createElement, lazy, memo, Suspense } from 'react';
const Parts = ${lazyPart(`virtual:parts/${slot}`)};
export default memo((props) => createElement(Suspense, null, createElement(Parts, props)));`;
}
