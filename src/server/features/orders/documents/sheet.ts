/** The content of a document, text only, so that tests can check it without reading a PDF. */
export interface Sheet {
  /** Title: Invoice, Packing slip. */
  readonly title: string;
  readonly shopName: string;
  /** Shown above the name: PNG as Base64, and its size in pixels. */
  readonly logo: { readonly png: string; readonly width: number; readonly height: number } | null;
  /** Colour of the title and of the total, with enough contrast on white. */
  readonly accent: string;
  /** Below the title: number, date and so on. */
  readonly facts: readonly string[];
  /** Side by side, each with a heading. */
  readonly blocks: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly columns: readonly Column[];
  /** One text per column. A second line is printed smaller. */
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly Sum[];
  /** Footer, such as contact details. */
  readonly closing: readonly string[];
  readonly paper: 'A4' | 'LETTER';
}

export interface Sum {
  readonly label: string;
  readonly amount: string;
  /** The grand total. */
  readonly isTotal?: true;
}

export interface Column {
  readonly heading: string;
  /** Fraction of the width; all columns add up to 1. */
  readonly share: number;
  readonly isFigure?: true;
}
