export { searchRetention } from './retention.ts';
export { searchHandlers } from './search.routes.ts';
export { openSearchLog, type SearchLog } from './search-log.ts';
export { createSearchRules, type SearchRules } from './search-rules.ts';
export { createSearchSynonyms, type SearchSynonyms } from './search-synonyms.ts';
export type { QueryParts } from './text-index/query-parts.ts';
export { TextIndex } from './text-index/text-index.ts';
export { type ReadText, type SearchableText, TextReader, weighted } from './text-index/text-reader.ts';
export { Vocabulary } from './text-index/vocabulary.ts';
export { GIFTS } from './words/filler-words.ts';
export { createLexicon, type Lexicon, type LexiconEntry, type Term } from './words/lexicon.ts';
export { isTelling, type PlannedTerm, planTerms } from './words/query-plan.ts';
export { beginAlike, Spelling } from './words/spelling.ts';
export { joinedKindsOf, thingsOfName } from './words/things-of-name.ts';
export { type SearchedPart, topicOf, withoutObject } from './words/topic.ts';
export {
  fold,
  headOfName,
  indexedWords,
  isStopWord,
  isUnspaced,
  meaningfulWords,
  type NamedWords,
  namedWords,
  nameTest,
  searchedWords,
  singularOf,
  stemOf,
} from './words/words.ts';
