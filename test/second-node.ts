import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type OpenServer, openServer } from '#server/open-server.ts';
import { readConfig } from '#server/platform/config.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import type { ServiceOptions } from '#server/services/open-services.ts';
import { type RecordingJobs, recordingJobs } from './jobs.ts';
import type { PayingShop } from './paying-shop.ts';

/**
 * Another node of a shop, with the same database, clock and payment provider, and jobs that do not run by themselves.
 * @param databaseUrl,directUrl of other connections, such as ones that break; the latter shows other nodes that this one is alive.
 */
export async function openSecondNode(
  shop: PayingShop,
  {
    databaseUrl = shop.databaseUrl,
    directUrl = shop.databaseUrl,
    orderQueue = {},
  }: { readonly databaseUrl?: string; readonly directUrl?: string } & Pick<ServiceOptions, 'orderQueue'> = {},
): Promise<OpenServer & { readonly jobs: RecordingJobs }> {
  const { config, now } = shop.services;
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-second-node-'));
  const settings = {
    DATA_DIR: dataDir,
    APP_SECRET: config.appSecret,
    RATE_LIMIT: '1000000',
    DEMO: '0',
    DATABASE_OUTAGE_WAIT_MS: '0',
    NODE_ENV: 'test',
    SLOW_STATEMENT_MS: '0',
  };
  const jobs = recordingJobs();
  const opened = await openServer(
    readConfig(settings),
    { ...directConnection(directUrl), url: databaseUrl },
    pino({ level: 'silent' }),
    {
      now,
      jobs,
      orderQueue,
      openSandbox: async () => ({ provider: shop.provider, close: async () => undefined }),
    },
  );
  await opened.app.ready();
  return {
    ...opened,
    jobs,
    async close() {
      await opened.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
