export { adminUserHandlers } from './admin-users.routes.ts';
export { anonymiseUser } from './anonymise-user.ts';
export { userView } from './user.view.ts';
export {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  lockUserByEmail,
  noteLogin,
  noteVerifiedEmail,
  type ProfileChanges,
  promoteToAdmin,
  replacePasswordHash,
  type UserRow,
  updateProfileRow,
} from './users.store.ts';
