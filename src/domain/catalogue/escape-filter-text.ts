/** A text as a value of `custom.<key>`, where commas separate the values: `Oak%2C oiled`. */
export const escapeFilterText = (text: string): string => text.replace(/[%,]/g, encodeURIComponent);

/** The reverse of `escapeFilterText`. Other percent signs stay, so `100% cotton` can be written as it is. */
export const unescapeFilterText = (value: string): string => value.replace(/%2C|%25/gi, decodeURIComponent);
