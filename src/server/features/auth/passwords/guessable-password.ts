/** The package's list is ordered by frequency. */
const MOST_COMMON = 10_000;

/** The list is loaded with the first new password: the package takes 3 MB. */
async function isMostCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const place = dictionary['passwords-common'].indexOf(password);
  return place >= 0 && place < MOST_COMMON;
}

const LEADING_OR_TRAILING_NON_LETTERS = /^[^\p{L}]+|[^\p{L}]+$/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

const normalise = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const withoutSeparators = (text: string): string => normalise(text).replace(SEPARATORS, '');
const nameOnly = (text: string): string => withoutSeparators(text).replace(LEADING_OR_TRAILING_NON_LETTERS, '');

/** Whether a password is the name, once or repeated, with only digits and symbols around it. */
function consistsOfName(password: string, shopName: string): boolean {
  const name = nameOnly(shopName);
  const text = withoutSeparators(password);
  return name !== '' && text.includes(name) && /^\p{N}*$/u.test(text.replaceAll(name, ''));
}

/**
 * Why a password is easy to guess: it is one of the 10,000 most common passwords, or the shop's name, once or repeated,
 * with only digits and symbols around it. Case-insensitive. There are no other heuristics, so every refusal can be
 * explained by one of two sentences.
 * @returns the message for the form; undefined for an acceptable password.
 */
export async function guessablePasswordProblem(password: string, shopName: string): Promise<string | undefined> {
  if (await isMostCommon(normalise(password))) {
    return 'This is one of the 10,000 most common passwords. Please choose another one.';
  }
  if (consistsOfName(password, shopName)) {
    return 'The name of the shop is too easy to guess. Please choose another password.';
  }
  return undefined;
}
