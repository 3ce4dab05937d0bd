export { createLexicon, type Lexicon } from './lexicon.ts';
export { isTelling } from './query-plan.ts';
export { searchRetention } from './retention.ts';
export { searchHandlers } from './search.routes.ts';
export { openSearchLog, type SearchLog } from './search-log.ts';
export { createSearchRules, type SearchRules } from './search-rules.ts';
export { createSearchSynonyms, type SearchSynonyms } from './search-synonyms.ts';
export { type SearchableText, TextIndex } from './text-index.ts';
export { fold, meaningfulWords, type NamedWords, namedWords, nameTest } from './words.ts';
