export { adminUserHandlers } from './admin-users.routes.ts';
export { anonymiseUser } from './anonymise-user.ts';
export { ownUserView } from './own-user.view.ts';
export { isReservedEmail } from './pending-email.store.ts';
export {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  lockUserByEmail,
  markEmailVerified,
  type ProfileChanges,
  promoteToAdmin,
  recordLogin,
  replacePasswordHash,
  resetPasswordHash,
  setAvatar,
  setPreferences,
  setVerifiedEmail,
  type UserRow,
  updateProfileRow,
} from './users.store.ts';
