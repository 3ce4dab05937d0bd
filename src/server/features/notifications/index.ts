export { choicesOf, newsletterRequestOf, requestedNewsletterEmail } from './choices.ts';
export { activeAdminsAsJson, type NotifiedUser } from './notified-users.store.ts';
export {
  type AdminNotification,
  composeAdminMails,
  listWithoutOrderMails,
  notifyAdmins,
  notifyFailedBackup,
  notifyFailedEvent,
  notifyFailedMail,
  wantsOrderMails,
} from './notify-admins.ts';
