import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { unpackBrowser } from './browser.ts';
import { startDemoShop } from './demo-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running demo shop. */
    shopUrl: string;
    /** Its database. */
    shopDataDir: string;
  }
}

/** One demo shop for all browser tests, and the browser's executable. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await unpackBrowser();
  // Read by browser.ts. Playwright does not remove the folders that it makes itself.
  const traces = await mkdtemp(join(tmpdir(), 'stoa-traces-'));
  process.env.TRACES_DIR = traces;
  const shop = await startDemoShop();
  project.provide('shopUrl', shop.url);
  project.provide('shopDataDir', shop.dataDir);
  return async () => {
    await shop.stop();
    await rm(traces, { recursive: true, force: true });
  };
}
