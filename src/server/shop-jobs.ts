import { defineAuthJobs } from './features/auth/index.ts';
import { defineCheckoutJobs } from './features/checkout/index.ts';
import { defineImportJobs } from './features/imports/index.ts';
import { defineMailJobs, readMailShop } from './features/mail/index.ts';
import { tellOfUnsentMail } from './features/notifications/index.ts';
import { definePictureJobs } from './features/pictures/index.ts';
import { defineCleanUp } from './platform/database/clean-up.ts';
import type { Services } from './services.ts';

/** Registers all background jobs, before jobs start. */
export function defineShopJobs(services: Services): void {
  const { jobs, db, now } = services;
  defineMailJobs(jobs, {
    ...services,
    onGivenUp: async (mail) => tellOfUnsentMail(db, mail, await readMailShop(services), now()),
  });
  defineAuthJobs(services);
  defineCheckoutJobs(jobs, services);
  definePictureJobs(jobs, services);
  defineImportJobs(jobs, services);
  defineCleanUp(jobs, db, now);
}
