import { slugOf } from '#plugin/web';
import { ENTRY_LIMITS } from '../../limits.ts';

/** The last part of an entry's address, from its title. One that is too long ends after a whole word if possible. */
export function suggestedSlug(title: string): string {
  const slug = slugOf(title);
  if (slug.length <= ENTRY_LIMITS.slug) return slug;
  // A hyphen right behind the limit ends a word that fits.
  const lastHyphen = slug.lastIndexOf('-', ENTRY_LIMITS.slug);
  return slug.slice(0, lastHyphen > 0 ? lastHyphen : ENTRY_LIMITS.slug);
}
