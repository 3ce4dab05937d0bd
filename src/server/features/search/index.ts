export { type SearchableText, TextIndex } from './text-index.ts';
export { fold, meaningfulWords, type NamedWords, namedWords, nameTest } from './words.ts';
