/** Sums digits weighted 3, 1, 3, 1 … from the right, without the check digit. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** A global trade item number: GTIN-8, UPC (12), EAN and ISBN-13 (13), GTIN-14. Source: GS1 General Specifications, 7.9. */
export const GTIN = {
  /** ISBNs are printed with hyphens, EANs with spaces. */
  normalize: (text: string): string => text.replace(/[\s-]/g, ''),
  isValid: (text: string): boolean =>
    /^(\d{8}|\d{12,14})$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1)),
  message: 'Please enter a barcode of 8, 12, 13 or 14 digits. The last digit is a check digit.',
} as const;
