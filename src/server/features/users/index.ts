export { userView } from './user.view.ts';
export {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  noteLogin,
  noteVerifiedEmail,
  type ProfileChanges,
  replacePasswordHash,
  type UserRow,
  updateProfileRow,
} from './users.store.ts';
