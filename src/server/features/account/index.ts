export { accountHandlers } from './account.routes.ts';
export { adminProfileHandlers } from './admin-profile.routes.ts';
export { bindAvatars } from './avatar.routes.ts';
export { accountPersonalData } from './personal-data-owner.store.ts';
