/** What both engines know about a part of a search. */
export interface SearchedPart {
  readonly isFound: boolean;
  readonly isNaming: boolean;
  readonly isOptional: boolean;
  readonly isHead: boolean;
  readonly isProduct: boolean;
  readonly isFilter: boolean;
  /** Products are about it, and the synonyms know it, but not as a kind of product: 'winter', 'cooking'. */
  readonly isTopic: boolean;
}

const QUESTIONS: ReadonlySet<string> = new Set(['how', 'what']);

/**
 * In 'how do I cut vegetables' a thing that is not sold is what something is done with, not what is looked for: it may be
 * dropped like other words.
 */
export function withoutObject<Part extends SearchedPart>(
  firstWord: string | undefined,
  parts: readonly Part[],
): Part[] {
  const isActivity = QUESTIONS.has(firstWord ?? '') && parts.some(({ isTopic }) => isTopic);
  return parts.map((part) =>
    isActivity && part.isHead && part.isProduct && !part.isFound ? { ...part, isHead: false, isProduct: false } : part,
  );
}

/**
 * What a search is about that names no kind of product, such as 'cooking' in 'outdoor cooking': its products need not have
 * the other words, which only rank them. A text that mentions all of the words somewhere may be about something else.
 * Undefined: all words count.
 */
export function topicOf<Part extends SearchedPart>(
  parts: readonly Part[],
  weightOf: (part: Part) => number,
): Part | undefined {
  const words = parts.filter(({ isOptional, isFilter }) => !isOptional && !isFilter);
  const isTelling = ({ isTopic, isNaming, isProduct, isFound, isHead }: Part): boolean =>
    !isTopic && (isNaming || (isProduct && (isFound || isHead)));
  if (parts.length < 2 || words.some(isTelling)) return undefined;
  const topics = words.filter(({ isTopic }) => isTopic);
  const head = topics.find(({ isHead }) => isHead);
  return (
    head ??
    topics.reduce<Part | undefined>((best, one) => (best && weightOf(best) >= weightOf(one) ? best : one), undefined)
  );
}
