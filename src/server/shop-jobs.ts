import { authRetention, defineAuthJobs } from './features/auth/index.ts';
import { backupRetention, defineBackupJob } from './features/backups/index.ts';
import { checkoutRetention, defineCheckoutJobs } from './features/checkout/index.ts';
import { defineImportJobs, importRetention } from './features/imports/index.ts';
import { defineMailJobs, mailRetention, readMailShop } from './features/mail/index.ts';
import { newsletterRetention } from './features/newsletter/index.ts';
import { notifyFailedMail } from './features/notifications/index.ts';
import { defineCreditNoteJob, defineInvoiceJob } from './features/orders/index.ts';
import { definePaymentJobs, paymentRetention } from './features/payments/index.ts';
import { definePictureJobs } from './features/pictures/index.ts';
import { searchRetention } from './features/search/index.ts';
import type { SettingsOf } from './features/settings/index.ts';
import { nodeRetention } from './features/system/index.ts';
import { defineCleanUp, type RetentionRule } from './platform/database/clean-up.ts';
import { defineMonths } from './platform/database/monthly-partitions.ts';
import { auditRetention, eventRetention, platformRetention } from './platform/retention.ts';
import type { Services } from './services/services.ts';

/** Registers all background jobs, before jobs start. */
export function defineShopJobs(services: Services): void {
  const { jobs, db, now, settings } = services;
  defineMailJobs(jobs, {
    ...services,
    onGivenUp: async (mail) => notifyFailedMail(db, mail, await readMailShop(services), now()),
  });
  defineAuthJobs(services);
  defineCheckoutJobs(jobs, services);
  definePaymentJobs(jobs, services);
  defineInvoiceJob(jobs, services);
  defineCreditNoteJob(jobs, services);
  definePictureJobs(jobs, services);
  defineImportJobs(jobs, services);
  defineBackupJob(jobs, services);
  services.plugins.defineJobs(jobs);
  defineMonths(jobs, services);
  defineCleanUp(jobs, db, now, async () => [
    ...platformRetention,
    ...authRetention,
    ...newsletterRetention,
    ...searchRetention,
    ...importRetention,
    ...paymentRetention,
    ...backupRetention,
    ...nodeRetention,
    ...chosenRetention(await settings.getFresh('data')),
  ]);
}

/** What the merchant has set; 0 days keeps a table. */
function chosenRetention({ keepMails, keepAudit, keepCheckouts, keepEvents }: SettingsOf<'data'>): RetentionRule[] {
  return [
    ...(keepMails > 0 ? [mailRetention(keepMails)] : []),
    ...(keepAudit > 0 ? [auditRetention(keepAudit)] : []),
    ...(keepCheckouts > 0 ? checkoutRetention(keepCheckouts) : []),
    eventRetention(keepEvents),
  ];
}
