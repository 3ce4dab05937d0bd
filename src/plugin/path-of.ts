import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from './plugin.ts';
import type { PluginFile } from './storefront.ts';

/** The absolute path of a plug-in's file. In a package that was compiled, `./web/hello.tsx` is `./web/hello.js`. */
export function pathOf({ folder }: Pick<Plugin, 'folder'>, file: PluginFile): string {
  const path = resolve(folder, file);
  const compiled = path.replace(/\.tsx?$/, '.js');
  return !existsSync(path) && existsSync(compiled) ? compiled : path;
}
