import type { FieldErrors } from '#contract/envelope.ts';
import { type PasswordRules, unmetPasswordRules } from '#domain/accounts/password-rules.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { guessablePasswordProblem } from './guessable-password.ts';

export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

export interface NewPasswordRules extends PasswordRules {
  readonly shopName: string;
}

/** @throws Refusal `request.invalid` with all problems, by field. */
export async function checkNewPassword(
  { password, password_confirmation }: NewPassword,
  rules: NewPasswordRules,
): Promise<void> {
  const errors: FieldErrors = {};
  const wrong = unmetPasswordRules(password, rules).map(({ sentence }) => sentence);
  // Check the rules first: a password that breaks them has to change anyway.
  const guessable = wrong.length === 0 ? await guessablePasswordProblem(password, rules.shopName) : undefined;
  if (guessable !== undefined) wrong.push(guessable);
  if (wrong.length > 0) errors.password = wrong;
  if (password !== password_confirmation) errors.password_confirmation = ['Passwords do not match'];
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', { errors });
}
