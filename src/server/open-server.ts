import type { FastifyInstance } from 'fastify';
import type { pino } from 'pino';
import { contract, type ShopContract } from '#contract/index.ts';
import { buildApp, shopHandlers } from './app/build-app.ts';
import type { Config } from './platform/config.ts';
import type { DatabaseConnection } from './platform/database/connection.ts';
import type { EventDelivery } from './platform/events/event-delivery.ts';
import { closeServer } from './platform/http/close-server.ts';
import type { Handlers } from './platform/http/handler.ts';
import { openEventDelivery } from './services/open-event-delivery.ts';
import { openServices, type ServiceOptions } from './services/open-services.ts';
import type { Services } from './services/services.ts';
import { defineShopJobs } from './shop-jobs.ts';

export interface OpenServer {
  readonly services: Services;
  readonly handlers: Handlers<ShopContract>;
  /** The API. Pages and files can be added; not listening yet. */
  readonly app: FastifyInstance;
  /** Delivers events once it is started. */
  readonly events: EventDelivery;
  close(): Promise<void>;
}

/**
 * Puts the server of a shop together on a migrated database: services, API, jobs and events. Nothing is started. The shop
 * (`open-shop.ts`) and the tests (`test/shop.ts`) use it; they differ in their options alone.
 */
export async function openServer(
  config: Config,
  connection: DatabaseConnection,
  log: pino.Logger,
  options: ServiceOptions = {},
): Promise<OpenServer> {
  const { services, close } = await openServices(config, connection, log, options);
  try {
    const handlers = services.routeReads(contract, shopHandlers(services));
    const app = await buildApp(services, handlers, log);
    defineShopJobs(services);
    const closeAll = async () => {
      await closeServer(app);
      services.stopWaiting();
      await close();
    };
    return {
      services,
      handlers,
      app,
      events: openEventDelivery(services, services.plugins.subscribers),
      close: closeAll,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
