/** Longest texts in characters, for the contract and the forms. */
export const REVIEW_LIMITS = { title: 120, text: 4000, reply: 2000 } as const;
