const SHORTEST = 4;
const CODE = /^(?=.*\d)[a-z0-9]+(?:[-_./][a-z0-9]+)*$/i;
const CAPITALS = /^[A-Z]{2,}(?:[-_./][A-Z0-9]+)+$/;

/** SKUs are compared without case and punctuation. */
export const normalizeSku = (sku: string): string => sku.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The normalised prefix of a SKU in a search text; undefined if it cannot be one. Some words look like one ('35mm'):
 * they are told apart by not matching any product's SKU.
 */
export function searchedSku(text: string): string | undefined {
  const code = text.trim();
  if (!CODE.test(code) && !CAPITALS.test(code)) return undefined;
  const normal = normalizeSku(code);
  return normal.length >= SHORTEST && /[A-Z]/.test(normal) ? normal : undefined;
}
