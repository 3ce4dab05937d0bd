export { chooseLetters } from './choose-letters.ts';
export { newsletterHandlers } from './newsletter.routes.ts';
export { isSubscribed } from './newsletter.store.ts';
