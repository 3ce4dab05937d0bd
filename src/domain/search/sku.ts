const SHORTEST = 4;
const CODE = /^(?=.*\d)[a-z0-9]+(?:[-_./][a-z0-9]+)*$/i;
const CAPITALS = /^[A-Z]{2,}(?:[-_./][A-Z0-9]+)+$/;

/** SKUs are compared without case and punctuation. */
export const normalizeSku = (sku: string): string => sku.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The beginning of a SKU that a search text is, normalized; undefined for a text that is none. Some words are read as one
 * ('35mm'): that no product has such a SKU tells them apart.
 */
export function searchedSku(text: string): string | undefined {
  const code = text.trim();
  if (!CODE.test(code) && !CAPITALS.test(code)) return undefined;
  const normal = normalizeSku(code);
  return normal.length >= SHORTEST && /[A-Z]/.test(normal) ? normal : undefined;
}
