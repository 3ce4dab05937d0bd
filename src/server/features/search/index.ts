export { type SearchableText, TextIndex } from './text-index.ts';
export { beginsWords, fold, isStopWord, searchedWords } from './words.ts';
