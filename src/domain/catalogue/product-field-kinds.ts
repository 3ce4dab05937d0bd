import type { Cents } from '../money/money.ts';
import type { CustomValuesChange } from './custom-values.ts';
import type { FilterName } from './list-address.ts';

export interface ListedPicture {
  readonly url: string;
  readonly alt: string;
}

/** Value types by field kind. `optional…` kinds may be null. */
export interface FieldValues {
  /** One line. */
  text: string;
  optionalText: string | null;
  /** Several lines. */
  longText: string;
  money: Cents;
  optionalMoney: Cents | null;
  /** Grams; shown and entered in kilograms. */
  weight: number | null;
  flag: boolean;
  /** A set of words: tags. */
  words: readonly string[];
  /** A list of sentences: features. */
  sentences: readonly string[];
  /** Names with values: specifications. */
  facts: Readonly<Record<string, string>>;
  pictures: readonly ListedPicture[];
  /** The slug of a category. */
  category: string;
  /** Available units; null where each variant has its own. */
  stock: number | null;
  /** Values of custom fields by key; in a change, null removes one and omitted keys are unchanged. */
  custom: CustomValuesChange;
}
export type FieldKind = keyof FieldValues;

/** Format of a line of text, in addition to its length. */
export interface TextFormat {
  /** Normalises for storage: removes what people add for reading. */
  readonly normalize: (text: string) => string;
  /** Validates a normalised text. */
  readonly isValid: (text: string) => boolean;
  readonly message: string;
}

/** Kinds whose fields can become filters without further code. */
export type FilterKind = 'text' | 'optionalText' | 'weight' | 'flag';

/** A handwritten filter: contract, panel and search engines know its parameters. */
interface HandwrittenFilter {
  readonly parameters: readonly FilterName[];
}

/** A filter that is derived from the field: `field.<name>=<value>`; for a weight, `field.<name>.min` and `.max`. */
interface DerivedFilter {
  /**
   * Number of the newest migration when the field became a filter, usually the one that added the field. It raises the version of
   * the search tables, so that during an upgrade only nodes that know the filter write them.
   */
  readonly since: number;
}

/** Limits of some kinds. */
type FilterableLimits =
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'optionalText'; readonly maxLength: number; readonly format?: TextFormat }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'weight' };
type OtherLimits =
  | { readonly kind: 'longText'; readonly maxLength: number }
  | { readonly kind: 'words' | 'sentences'; readonly maxItems: number; readonly maxLength: number }
  | {
      readonly kind: 'facts';
      readonly maxItems: number;
      readonly maxNameLength: number;
      readonly maxLength: number;
    }
  | { readonly kind: 'pictures'; readonly maxItems: number; readonly maxLength: number }
  | { readonly kind: 'stock'; readonly max: number }
  | { readonly kind: 'money' | 'optionalMoney' | 'category' | 'custom' };

/** How shoppers can filter lists by the field, if at all. */
type Filtering =
  | (FilterableLimits & { readonly filter?: HandwrittenFilter | DerivedFilter })
  | (OtherLimits & { readonly filter?: HandwrittenFilter });

export type FieldDefinition = Filtering & {
  /** Label in CSV headings, the audit log and the form. */
  readonly label: string;
  /** Column of the table `product`; null: stored elsewhere. */
  readonly column: string | null;
  /** Required for new products, and never cleared by an empty CSV cell. */
  readonly isRequired?: true;
  /** Visibility in the storefront: in lists and on the product page, or only on the page. */
  readonly storefront: 'lists' | 'page' | 'hidden';
  /** Visibility in the back office: in lists and in the form, or only in the form. */
  readonly backOffice: 'lists' | 'form';
  /** Weight of a match in the storefront's search: a power of two, at most that of the name. */
  readonly searchWeight?: number;
  /** CSV headings for this field, in lower case without punctuation. */
  readonly headings: readonly string[];
  readonly isAudited: boolean;
  readonly form: {
    /**
     * Fields of `main` have fixed places in product-dialog.tsx, and those with an editor have their own component.
     * Others are shown in table order.
     */
    readonly section: 'main' | 'details' | 'search engines' | 'editor';
    /** If different from the label above. */
    readonly label?: string;
    readonly hint?: string;
    /** Two half-width fields share a line. */
    readonly width?: 'half';
    /** Number of rows of a text area. */
    readonly rows?: number;
  };
};
