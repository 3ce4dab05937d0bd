import { passwordRules, unmetPasswordRules } from '#domain/accounts/password-rules.ts';
import { shop } from './shop.ts';

/** The password rules beside the field: 'Must be at least 8 characters long.' and others that are set. */
export function PasswordHint() {
  return passwordRules(shop().passwordRules).map(({ rule, sentence }) => (
    <span key={rule} className="block">
      {sentence}
    </span>
  ));
}

/** Validates a password for a form field; undefined when valid. */
export const passwordProblem = (password: string): string | undefined =>
  unmetPasswordRules(password, shop().passwordRules)
    .map(({ sentence }) => sentence)
    .join(' ') || undefined;
