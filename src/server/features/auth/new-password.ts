import type { FieldErrors } from '#contract/envelope.ts';
import { type PasswordRules, unmetPasswordRules } from '#domain/password-rules.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/** @throws Refusal `request.invalid` with all that is wrong, beside the fields. */
export function checkNewPassword({ password, password_confirmation }: NewPassword, rules: PasswordRules): void {
  const errors: FieldErrors = {};
  const unmet = unmetPasswordRules(password, rules);
  if (unmet.length > 0) errors.password = unmet.map(({ sentence }) => sentence);
  if (password !== password_confirmation) errors.password_confirmation = ['Passwords do not match'];
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', { errors });
}
