export { GIFTS } from './filler-words.ts';
export { createLexicon, type Lexicon, type LexiconEntry, type Term } from './lexicon.ts';
export type { QueryParts } from './query-parts.ts';
export { isTelling, type PlannedTerm, planTerms } from './query-plan.ts';
export { searchRetention } from './retention.ts';
export { searchHandlers } from './search.routes.ts';
export { openSearchLog, type SearchLog } from './search-log.ts';
export { createSearchRules, type SearchRules } from './search-rules.ts';
export { createSearchSynonyms, type SearchSynonyms } from './search-synonyms.ts';
export { beginAlike, Spelling } from './spelling.ts';
export { TextIndex } from './text-index.ts';
export { type ReadText, type SearchableText, TextReader, weighted } from './text-reader.ts';
export { joinedKindsOf, thingsOfName } from './things-of-name.ts';
export { type SearchedPart, topicOf, withoutObject } from './topic.ts';
export { Vocabulary } from './vocabulary.ts';
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
} from './words.ts';
