import { passwordRules, unmetPasswordRules } from '#domain/password-rules.ts';
import { shop } from './shop.ts';

/** What the shop asks of a new password, beside its field: 'Must be at least 8 characters long.' and what else is set. */
export function PasswordHint() {
  return passwordRules(shop().passwordRules).map(({ rule, sentence }) => (
    <span key={rule} className="block">
      {sentence}
    </span>
  ));
}

/** What a password lacks, as `validate` of a form's field takes it; undefined when it will do. */
export const passwordProblem = (password: string): string | undefined =>
  unmetPasswordRules(password, shop().passwordRules)
    .map(({ sentence }) => sentence)
    .join(' ') || undefined;
