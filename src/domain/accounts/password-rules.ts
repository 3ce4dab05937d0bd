/** Storefront §9: the default minimum length of a password. */
export const MIN_PASSWORD_LENGTH = 8;

/** The security settings for passwords. */
export interface PasswordRules {
  readonly passwordMinLength: number;
  readonly requireUppercase: boolean;
  readonly requireNumbers: boolean;
  readonly requireSpecialChars: boolean;
}

/** The defaults of back-office §9. */
export const DEFAULT_PASSWORD_RULES: PasswordRules = {
  passwordMinLength: MIN_PASSWORD_LENGTH,
  requireUppercase: true,
  requireNumbers: true,
  requireSpecialChars: false,
};

export interface PasswordRule {
  readonly rule: 'length' | 'uppercase' | 'number' | 'special';
  /** Used as hint and as error; the text for the length is storefront §5's. */
  readonly sentence: string;
}

/** The password rules of these settings, for the hint beside the field. */
export function passwordRules(rules: PasswordRules): PasswordRule[] {
  const needed: PasswordRule[] = [
    { rule: 'length', sentence: `Must be at least ${rules.passwordMinLength} characters long.` },
  ];
  if (rules.requireUppercase) needed.push({ rule: 'uppercase', sentence: 'Must contain an uppercase letter.' });
  if (rules.requireNumbers) needed.push({ rule: 'number', sentence: 'Must contain a number.' });
  if (rules.requireSpecialChars) needed.push({ rule: 'special', sentence: 'Must contain a special character.' });
  return needed;
}

/** The rules that a password violates; empty when valid. A character is a code point, a space counts as special. */
export function unmetPasswordRules(password: string, rules: PasswordRules): PasswordRule[] {
  const isMet: Record<PasswordRule['rule'], boolean> = {
    length: [...password].length >= rules.passwordMinLength,
    uppercase: /\p{Lu}/u.test(password),
    number: /\p{Nd}/u.test(password),
    special: /[^\p{L}\p{M}\p{N}]/u.test(password),
  };
  return passwordRules(rules).filter(({ rule }) => !isMet[rule]);
}
