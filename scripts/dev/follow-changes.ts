import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { print } from '../../src/announce-shop.ts';
import type { Shop } from '../../src/open-shop.ts';
import { ROOT } from '../find-node.mjs';
import { printError } from './error-page.ts';
import type { PageServer } from './page-server.ts';
import type { RunningShop } from './running-shop.ts';
import type { ServerCode } from './server-code.ts';

/** Editors write a file in several steps, and "save all" writes several files. */
const SETTLE_MS = 20;
/** Reopen also for files that the server does not import: SQL, worker thread code, inline scripts. */
const RESTARTING =
  /^((migrations|plugins|examples)\/.*\.sql|src\/server\/.*(?<!\.test)\.ts|src\/web\/ssr\/.*(?<!\.test)\.tsx?)$/;

interface Parts {
  readonly pages: PageServer;
  readonly code: ServerCode;
  readonly shop: RunningShop<Shop>;
}

/** Reopens the shop when a file of the server is saved, and has pages rendered again when another one is. */
export function followChanges({ pages, code, shop }: Parts): {
  /** Reopens a shop that did not open, in case the cause was outside the code, such as a database that has been reset since. */
  retry(): void;
} {
  let isBroken = false;

  async function reopen(): Promise<void> {
    await shop.restart();
    if (isBroken) pages.clearError();
    isBroken = false;
  }

  async function restart(file: string): Promise<void> {
    const begun = performance.now();
    await pause(SETTLE_MS);
    try {
      await reopen();
      print(`${file} changed: the server answers with it after ${Math.round(performance.now() - begun)} ms.`);
    } catch (error) {
      isBroken = true;
      printError(error);
      pages.showError(error);
    }
    pages.announceChange();
  }

  async function dropCachedPages(): Promise<void> {
    const open = await shop.current().catch(() => undefined);
    open?.clearCache();
    pages.announceChange();
  }

  pages.watcher.on('all', (_event, path) => {
    const file = relative(ROOT, path).replaceAll('\\', '/');
    const isLoaded = code.takeChange(path);
    pages.takeChange(path);
    if (isLoaded || RESTARTING.test(file) || (isBroken && /\.(tsx?|css)$/.test(file))) void restart(file);
    else void dropCachedPages();
  });

  return {
    retry() {
      reopen().then(pages.announceChange, () => undefined);
    },
  };
}
