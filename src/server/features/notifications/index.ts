export { choicesOf, lettersAskedFor } from './choices.ts';
export {
  listWithoutOrderMails,
  type News,
  tellAdmins,
  tellOfFailedEvent,
  tellOfUnsentMail,
  wantsOrderMails,
} from './tell-admins.ts';
