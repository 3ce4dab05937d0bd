export { composeMail, type MailContent } from './compose-mail.ts';
export { deliverSoon } from './deliver-soon.ts';
export { type MailToQueue, queueMail, type Recipient } from './queue-mail.ts';
