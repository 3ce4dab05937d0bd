import type { User } from '#web/shared/auth/auth.ts';

/** Whether an entered email address is not the account's own: it has to be confirmed, with the password. */
export const isOtherEmail = ({ email }: Pick<User, 'email'>, entered: string): boolean =>
  entered.trim().toLowerCase() !== email;
