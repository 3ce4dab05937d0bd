/**
 * The languages a merchant can choose from (back-office §3, site settings). They decide how amounts, numbers and dates
 * are written; the words of the shop are English in each of them.
 */
export const LANGUAGES = ['en', 'en-GB', 'en-CA', 'de', 'es', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Back-office §9. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The language that the shop's own words are in, for the page: the variant of English, or English. */
export function textLanguage(language: Language): string {
  return language.startsWith('en') ? language : 'en';
}

/** What `Intl` is given: English alone means that of the United States, on every machine. */
export function intlLocale(language: Language): string {
  return language === 'en' ? 'en-US' : language;
}
