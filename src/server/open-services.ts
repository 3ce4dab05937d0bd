import type pg from 'pg';
import type { pino } from 'pino';
import { createSmtpTransport } from './adapters/smtp/smtp-transport.ts';
import { openCatalogue } from './features/catalogue/index.ts';
import { createSettings, readSecret } from './features/settings/index.ts';
import { openCardProvider } from './open-card-provider.ts';
import { openChangeFeed } from './platform/change-feed.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import { createJobs } from './platform/jobs.ts';
import { createSealer, loadAppSecret } from './platform/sealing.ts';
import type { Services } from './services.ts';

export interface OpenServices {
  readonly services: Services;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens what the features work with, on a migrated database. */
export async function openServices(config: Config, url: string, log: pino.Logger): Promise<OpenServices> {
  let isClosing = false;
  const { db, pool } = openDatabase({
    url,
    poolSize: config.databasePool,
    onError: (error) => isClosing || log.warn({ err: error }, 'A database connection broke'),
  });
  const changes = await openChangeFeed(url, log);
  const now = () => new Date();
  const appSecret = await loadAppSecret(config.appSecret, config.dataDir);
  const sealer = createSealer(appSecret);
  const settings = createSettings(db, changes);
  const catalogue = openCatalogue({ db, changes, log });
  const cards = await openCardProvider({ config, database: url, appSecret, now, log });
  const services: Services = {
    config,
    db,
    now,
    log,
    changes,
    cache: createResponseCache(),
    jobs: createJobs(url, log),
    sealer,
    settings,
    catalogue,
    cardProvider: cards.provider,
    mailTransport: createSmtpTransport({
      ...config,
      settings: async () => ({
        ...(await settings.get('email')),
        smtpPassword: await readSecret(db, sealer, 'smtpPassword'),
      }),
    }),
  };
  return {
    services,
    pool,
    async close() {
      isClosing = true;
      await cards.close();
      await catalogue.close();
      await changes.close();
      await db.destroy();
    },
  };
}
