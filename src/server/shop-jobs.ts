import { authRetention, defineAuthJobs } from './features/auth/index.ts';
import { defineCheckoutJobs } from './features/checkout/index.ts';
import { defineImportJobs, importRetention } from './features/imports/index.ts';
import { defineMailJobs, readMailShop } from './features/mail/index.ts';
import { newsletterRetention } from './features/newsletter/index.ts';
import { notifyFailedMail } from './features/notifications/index.ts';
import { defineInvoiceJob } from './features/orders/index.ts';
import { paymentRetention } from './features/payments/index.ts';
import { definePictureJobs } from './features/pictures/index.ts';
import { searchRetention } from './features/search/index.ts';
import { defineCleanUp } from './platform/database/clean-up.ts';
import { platformRetention } from './platform/retention.ts';
import type { Services } from './services.ts';

/** Registers all background jobs, before jobs start. */
export function defineShopJobs(services: Services): void {
  const { jobs, db, now } = services;
  defineMailJobs(jobs, {
    ...services,
    onGivenUp: async (mail) => notifyFailedMail(db, mail, await readMailShop(services), now()),
  });
  defineAuthJobs(services);
  defineCheckoutJobs(jobs, services);
  defineInvoiceJob(jobs, services);
  definePictureJobs(jobs, services);
  defineImportJobs(jobs, services);
  services.plugins.defineJobs(jobs);
  defineCleanUp(jobs, db, now, [
    ...platformRetention,
    ...authRetention,
    ...newsletterRetention,
    ...searchRetention,
    ...importRetention,
    ...paymentRetention,
  ]);
}
