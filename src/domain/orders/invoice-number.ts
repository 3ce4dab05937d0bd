const DIGITS = 6;

const padded = (number: number): string => String(number).padStart(DIGITS, '0');

/** Invoices are numbered consecutively, without gaps: the 123rd is `INV-000123`. */
export const formatInvoiceNumber = (number: number): string => `INV-${padded(number)}`;

/** Credit notes are numbered consecutively, without gaps: the 123rd is `CN-000123`. */
export const formatCreditNoteNumber = (number: number): string => `CN-${padded(number)}`;
