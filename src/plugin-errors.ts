import type { EventEmitter } from 'node:events';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/platform/log.ts';

/** The file of a line in a stack: a URL, or a path, which may contain parentheses. */
const FILE = /(?:\(|at (?:async )?)((?:file:\/\/)?\/.*?):\d+:\d+\)?$/;

interface PluginFolder {
  readonly name: string;
  readonly folder: string;
}

/** The owners of the lines of a stack, innermost first: a plug-in, or the shop (undefined). Skips Node and npm packages. */
function* ownersIn(error: unknown, plugins: readonly PluginFolder[]): Generator<string | undefined> {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  for (const line of lines) {
    const [, file] = FILE.exec(line) ?? [];
    if (file === undefined) continue;
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const owner = plugins.find(({ folder }) => path.startsWith(folder + sep));
    if (owner || !path.includes(`${sep}node_modules${sep}`)) yield owner?.name;
  }
}

/**
 * The plug-in whose code threw an error. Undefined for code of the shop.
 * @param plugins with their folders
 */
export const pluginOfError = (error: unknown, plugins: readonly PluginFolder[]): string | undefined =>
  ownersIn(error, plugins).next().value ?? undefined;

/**
 * The plug-in that waited for a rejected promise, or whose code rejected it. If it called the shop, for a database statement for
 * example, the shop has reported the failure to it, so the shop's own state is known.
 */
const pluginOfRejection = (error: unknown, plugins: readonly PluginFolder[]): string | undefined =>
  [...ownersIn(error, plugins)].find((owner) => owner !== undefined);

/**
 * Keeps the process running when a plug-in does not handle an error, such as in a timer or in a promise that is not awaited. An
 * error of the shop itself ends it, as in Node: its state is unknown.
 * @param exit ends the process with a failure
 */
export function survivePluginErrors(
  process: Pick<EventEmitter, 'on'>,
  plugins: readonly PluginFolder[],
  log: Pick<Logger, 'error'>,
  exit: (error: unknown) => void,
): void {
  const handle = (error: unknown, plugin: string | undefined, isOfPlugin: boolean) => {
    if (!isOfPlugin) return exit(error);
    log.error({ err: error, plugin }, 'Unhandled error in a plug-in');
  };
  process.on('uncaughtException', (error: unknown) => {
    const plugin = pluginOfError(error, plugins);
    handle(error, plugin, plugin !== undefined);
  });
  process.on('unhandledRejection', (reason: unknown) => {
    const plugin = pluginOfRejection(reason, plugins);
    // Only plug-ins reject with values that are not errors.
    handle(reason, plugin, plugin !== undefined || !(reason instanceof Error));
  });
}
