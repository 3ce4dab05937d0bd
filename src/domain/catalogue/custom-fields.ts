import { slugOf, uniqueSlug } from './slug.ts';

/** Kinds that merchants can define. A choice is one of a list. */
export const CUSTOM_FIELD_KINDS = ['text', 'number', 'flag', 'choice', 'date'] as const;
export type CustomFieldKind = (typeof CUSTOM_FIELD_KINDS)[number];

export const MAX_CUSTOM_FIELDS = 50;
/** Each filter has a column in the search index. */
export const MAX_CUSTOM_FILTERS = 20;
export const MAX_CHOICES = 100;

/**
 * In the API, in CSV headings (`custom:material`) and in URLs (`custom.material`). Every object has a property `constructor`,
 * so products without a value would seem to have one.
 */
export const CUSTOM_KEY = /^(?!constructor$)[a-z][a-z0-9_]{0,39}$/;

export interface CustomChoice {
  /** What products store: it stays when the label changes. */
  readonly value: string;
  readonly label: string;
}

/** A field as a plug-in declares it. */
export interface CustomFieldDeclaration {
  readonly key: string;
  readonly label: string;
  readonly kind: CustomFieldKind;
  /** Options of a choice, in display order. */
  readonly choices?: readonly CustomChoice[];
  /** Shown behind a number, such as `cm`. */
  readonly unit?: string;
  /** Shown below the field in the product form. */
  readonly help?: string;
  /** Whether shoppers can filter the product list by it. The choices of a text are the texts that products have. */
  readonly isFilter?: boolean;
  /** Slug of the category whose products have the field, with those of the categories below it. Default: all products. */
  readonly category?: string;
}

/** A category whose products have a field, and so have those of the categories below it. */
export interface FieldCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly below: readonly { readonly id: number; readonly slug: string }[];
}

/** A defined field, as every part of the shop sees it. */
export interface CustomField extends Required<Omit<CustomFieldDeclaration, 'category'>> {
  /** Null: for the products of all categories. */
  readonly category: FieldCategory | null;
  /** The plug-in that declares it; null: a merchant defined it. */
  readonly plugin: string | null;
}

const MAX_CHOICE_VALUE = 50;

/** Gives each new option a unique value made from its label. */
export function withChoiceValues(
  choices: readonly { readonly value?: string | undefined; readonly label: string }[],
): CustomChoice[] {
  const taken = new Set(choices.flatMap(({ value }) => value ?? []));
  return choices.map(({ value, label }) => {
    if (value !== undefined) return { value, label };
    const base = slugOf(label).slice(0, MAX_CHOICE_VALUE).replace(/-$/, '') || 'choice';
    const free = uniqueSlug(base, taken);
    taken.add(free);
    return { value: free, label };
  });
}
