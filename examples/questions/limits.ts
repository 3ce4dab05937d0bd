/** Longest texts in characters, for the contract and the forms. */
export const QUESTION_LIMITS = { text: 500, answer: 2000 } as const;
