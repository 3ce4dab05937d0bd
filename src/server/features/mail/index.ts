export { composeMail, type MailContent } from './compose-mail.ts';
export { defineMailJobs, deliverSoon } from './mail-jobs.ts';
export { type MailToQueue, queueMail } from './queue-mail.ts';
export type { MailTransport, OutgoingMail } from './transport.ts';
