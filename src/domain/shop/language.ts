/**
 * Languages that a merchant can choose (back-office §3, site settings). They define the format of amounts, numbers and
 * dates; the shop's texts are English.
 */
export const LANGUAGES = ['en', 'en-GB', 'en-CA', 'de', 'es', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Back-office §9. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The `lang` of the page: the variant of English, or English. */
export function textLanguage(language: Language): string {
  return language.startsWith('en') ? language : 'en';
}

/** Locale for `Intl`: plain English means that of the United States, on every machine. */
export function intlLocale(language: Language): string {
  return language === 'en' ? 'en-US' : language;
}
