export { accountHandlers } from './account.routes.ts';
export { bindAvatars } from './avatar.routes.ts';
