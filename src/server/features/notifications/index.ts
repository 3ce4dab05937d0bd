export { choicesOf } from './choices.ts';
export { storeChoices } from './notified.store.ts';
export { type News, tellAdmins, tellOfUnsentMail, wantsOrderMails } from './tell-admins.ts';
