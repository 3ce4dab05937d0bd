import { defineAuthJobs } from './features/auth/index.ts';
import { defineCheckoutJobs } from './features/checkout/index.ts';
import { defineMailJobs } from './features/mail/index.ts';
import { definePictureJobs } from './features/pictures/index.ts';
import { defineCleanUp } from './platform/database/clean-up.ts';
import type { Services } from './services.ts';

/** Registers everything the shop does by itself, before the jobs start. */
export function defineShopJobs(services: Services): void {
  const { jobs, db, now } = services;
  defineMailJobs(jobs, services);
  defineAuthJobs(services);
  defineCheckoutJobs(jobs, services);
  definePictureJobs(jobs, services);
  defineCleanUp(jobs, db, now);
}
