/** `10,000`: a number in messages of the API, which are in English. */
export const grouped = (count: number): string => count.toLocaleString('en-US');
