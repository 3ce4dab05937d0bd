const DIGITS = 6;

/** Invoices are numbered consecutively, without gaps: the 123rd is `INV-000123`. */
export const formatInvoiceNumber = (number: number): string => `INV-${String(number).padStart(DIGITS, '0')}`;
