export { choicesOf, requestedNewsletterEmail as lettersAskedFor } from './choices.ts';
export {
  type AdminNotification as News,
  composeAdminMails,
  listWithoutOrderMails,
  notifyAdmins as tellAdmins,
  notifyFailedEvent as tellOfFailedEvent,
  notifyFailedMail as tellOfUnsentMail,
  wantsOrderMails,
} from './notify-admins.ts';
