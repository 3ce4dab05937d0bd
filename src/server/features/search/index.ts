export { type SearchableText, TextIndex } from './text-index.ts';
export { fold, isStopWord, meaningfulWords, searchedWords, standsInName } from './words.ts';
