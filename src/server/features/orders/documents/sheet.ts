/** What stands on a sheet of paper about an order: text alone, so that what is printed can be checked without reading a PDF. */
export interface Sheet {
  /** What the paper is: Invoice, Packing slip. */
  readonly title: string;
  readonly shopName: string;
  /** Below the title: number, date and the like. */
  readonly facts: readonly string[];
  /** Side by side, each with a heading. */
  readonly blocks: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly columns: readonly Column[];
  /** One text for each column. A text with a line break has its second line set smaller. */
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly Sum[];
  /** Small print at the end, such as how to reach the shop. */
  readonly closing: readonly string[];
  readonly paper: 'A4' | 'LETTER';
}

export interface Sum {
  readonly label: string;
  readonly amount: string;
  /** The one that counts. */
  readonly isTotal?: true;
}

export interface Column {
  readonly heading: string;
  /** Share of the width; all shares of a sheet add up to 1. */
  readonly share: number;
  readonly isFigure?: true;
}
