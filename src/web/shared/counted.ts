import { type Nouns, counted as write } from '#domain/counted.ts';
import { formatCount } from './numbers.ts';

/** `1 order`, `1,204 orders`, in the shop's language. */
export const counted = (count: number, nouns: Nouns): string => write(count, nouns, formatCount);
