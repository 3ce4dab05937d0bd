export { choicesOf, requestedNewsletterEmail as lettersAskedFor } from './choices.ts';
export { activeAdminsAsJson, type NotifiedUser } from './notified-users.store.ts';
export {
  type AdminNotification as News,
  composeAdminMails,
  listWithoutOrderMails,
  notifyAdmins,
  notifyFailedBackup,
  notifyFailedEvent,
  notifyFailedMail,
  wantsOrderMails,
} from './notify-admins.ts';
