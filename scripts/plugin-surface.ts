import { readFile, writeFile } from 'node:fs/promises';
import { type PluginSurface, readPluginSurface, removedFrom, slotModules } from './read-plugin-surface.ts';

/**
 * Writes docs/plugin-surface.json, what plug-ins can import, and the declarations of the modules of slots. It refuses to drop
 * an entry while the version stays the same, because plug-ins would break.
 */
const SURFACE = 'docs/plugin-surface.json';
const MODULES = 'src/web/plugins/slot-modules.d.ts';

const now = readPluginSurface();
const written = JSON.parse(await readFile(SURFACE, 'utf8').catch(() => 'null')) as PluginSurface | null;
const removed = written && written.version === now.version ? removedFrom(written, now) : [];
await writeFile(MODULES, slotModules());
if (removed.length > 0) {
  console.error(`Plug-ins of version ${now.version} could use what is now missing:\n  ${removed.join('\n  ')}
Keep it and mark it @deprecated, or raise PLUGIN_API_VERSION (docs/plugins/reference.md#versions). Delete from ${SURFACE} by hand what no release had.`);
  process.exitCode = 1;
} else await writeFile(SURFACE, `${JSON.stringify(now, null, 2)}\n`);
