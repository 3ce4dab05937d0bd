export { adminMailHandlers } from './admin-mails.routes.ts';
export { composeMail } from './compose-mail.ts';
export { type MailContent, type MailLine, paragraphsOf } from './mail-content.ts';
export { defineMailJobs, deliverSoon } from './mail-jobs.ts';
export { type MailShop, type MailShopServices, readMailShop } from './mail-shop.ts';
export { mailPersonalData } from './personal-data-owner.store.ts';
export { type MailToQueue, mailWrites, queueMail, queueMails } from './queue-mail.ts';
export { mailRetention } from './retention.ts';
export type { MailTransport, OutgoingMail } from './transport.ts';
