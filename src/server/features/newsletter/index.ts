export { newsletterHandlers } from './newsletter.routes.ts';
export { isInvited, isSubscribed } from './newsletter.store.ts';
export { newsletterPersonalData } from './personal-data-owner.store.ts';
export { newsletterRetention } from './retention.ts';
export { setNewsletterChoice } from './set-newsletter-choice.ts';
