/** Limits shared by the contract and the forms: text lengths in characters, and the number of pictures. */
export const REVIEW_LIMITS = { title: 120, text: 4000, reply: 2000, pictures: 4 } as const;
