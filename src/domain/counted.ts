/** Singular and plural: `['order', 'orders']`, or with a verb `['row has', 'rows have']`. */
export type Nouns = readonly [one: string, many: string];

/** `1 order`, `12 orders`. @param format how the number is written */
export const counted = (count: number, [one, many]: Nouns, format: (count: number) => string = String): string =>
  `${format(count)} ${count === 1 ? one : many}`;
