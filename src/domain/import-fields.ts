import { type ListedPicture, writeFacts, writeList, writeOptions, writePictures } from './import-lists.ts';
import { type Cents, formatDecimal } from './money.ts';

/** What a CSV file can say of a product, in the order in which an export writes it. */
export const PRODUCT_FIELDS = [
  'sku',
  'name',
  'category',
  'price',
  'sale_price',
  'stock',
  'description',
  'short_description',
  'brand',
  'is_active',
  'is_featured',
  'weight',
  'tags',
  'features',
  'specifications',
  'images',
  'meta_title',
  'meta_description',
] as const;
type ProductField = (typeof PRODUCT_FIELDS)[number];

/** All columns of a file: those that only the row of a variant fills come last. */
export const IMPORT_FIELDS = [...PRODUCT_FIELDS, 'variant_of', 'options', 'price_difference', 'swatch'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What the row of a variant says; everything else is its product's. */
export const VARIANT_FIELDS = [
  'variant_of',
  'sku',
  'name',
  'options',
  'price_difference',
  'stock',
  'images',
  'swatch',
] as const satisfies readonly ImportField[];

type Kind = 'text' | 'money' | 'pieces' | 'flag' | 'kilograms' | 'tags' | 'sentences' | 'facts' | 'pictures';

export interface FieldRule {
  /** As the form of the back office calls it. */
  readonly label: string;
  readonly kind: Kind;
  /** A new product needs it. In a product that is there, an empty cell leaves it as it is instead of clearing it. */
  readonly isNeeded: boolean;
  /** An empty cell leaves it as it is, and a new product has the usual value. */
  readonly isKept: boolean;
  /** Headings that mean this field, in small letters without signs. */
  readonly headings: readonly string[];
}

const rule = (label: string, kind: Kind, need: 'needed' | 'kept' | 'free', ...headings: string[]): FieldRule => ({
  label,
  kind,
  isNeeded: need === 'needed',
  isKept: need !== 'free',
  headings,
});

export const FIELD_RULES: Readonly<Record<ImportField, FieldRule>> = {
  sku: rule('SKU', 'text', 'needed', 'sku', 'productcode', 'itemnumber', 'articlenumber', 'variantsku'),
  name: rule('Name', 'text', 'needed', 'name', 'productname', 'title', 'producttitle'),
  category: rule('Category', 'text', 'needed', 'category', 'categoryname', 'productcategory', 'categories'),
  price: rule('Price', 'money', 'needed', 'price', 'regularprice', 'listprice', 'unitprice', 'variantprice'),
  sale_price: rule('Sale price', 'money', 'free', 'saleprice', 'specialprice', 'discountprice'),
  stock: rule('Stock', 'pieces', 'needed', 'stock', 'quantity', 'qty', 'inventory', 'stockquantity', 'onhand'),
  description: rule('Description', 'text', 'needed', 'description', 'longdescription', 'bodyhtml', 'body'),
  short_description: rule('Short description', 'text', 'free', 'shortdescription', 'summary', 'excerpt', 'subtitle'),
  brand: rule('Brand', 'text', 'free', 'brand', 'manufacturer', 'vendor', 'maker', 'publisher', 'authors', 'author'),
  is_active: rule('Active', 'flag', 'kept', 'isactive', 'active', 'enabled', 'published', 'visible'),
  is_featured: rule('Featured', 'flag', 'kept', 'isfeatured', 'featured'),
  weight: rule('Weight (kg)', 'kilograms', 'free', 'weight', 'weightkg'),
  tags: rule('Tags', 'tags', 'free', 'tags', 'keywords', 'labels'),
  features: rule('Features', 'sentences', 'free', 'features', 'highlights', 'bulletpoints'),
  specifications: rule('Specifications', 'facts', 'free', 'specifications', 'specs', 'attributes'),
  images: rule('Pictures', 'pictures', 'free', 'images', 'pictures', 'image', 'picture'),
  meta_title: rule('Meta title', 'text', 'free', 'metatitle', 'seotitle'),
  meta_description: rule('Meta description', 'text', 'free', 'metadescription', 'seodescription'),
  variant_of: rule('Variant of', 'text', 'free', 'variantof', 'parentsku', 'parent', 'productsku'),
  options: rule('Options', 'facts', 'kept', 'options', 'variantoptions', 'optionvalues'),
  price_difference: rule('Price difference', 'money', 'kept', 'pricedifference', 'pricemodifier', 'surcharge'),
  swatch: rule('Swatch', 'text', 'free', 'swatch', 'colourswatch', 'colorswatch'),
};

/** Signs that part the items of a list in one cell. Sentences keep their commas. */
export const LIST_SEPARATORS = { tags: '|,;', sentences: '|' } as const;

/** A product as far as a CSV file tells it. */
export interface ImportedProduct {
  readonly sku: string;
  readonly name: string;
  /** Slug of the category. */
  readonly category: string;
  readonly price: Cents;
  readonly sale_price: Cents | null;
  /** Pieces that can be bought; null where each variant has its own. */
  readonly stock: number | null;
  readonly description: string;
  readonly short_description: string;
  readonly brand: string | null;
  readonly is_active: boolean;
  readonly is_featured: boolean;
  /** Grams. */
  readonly weight: number | null;
  readonly tags: readonly string[];
  readonly features: readonly string[];
  readonly specifications: Readonly<Record<string, string>>;
  readonly images: readonly ListedPicture[];
  readonly meta_title: string | null;
  readonly meta_description: string | null;
}

/** A variant as far as a CSV file tells it: one row under its own SKU, with the product's beside it. */
export interface ImportedVariant {
  /** SKU of the product. */
  readonly variant_of: string;
  readonly sku: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price_difference: Cents;
  /** Pieces that can be bought. */
  readonly stock: number;
  /** One at most: it stands for the variant. */
  readonly images: readonly ListedPicture[];
  readonly swatch: string | null;
}

/** A variant to be made, or what is to be changed of one that is there. */
export interface VariantWrite {
  /** SKU of its product. */
  readonly of: string;
  /** Undefined: a new one. */
  readonly id?: number | undefined;
  readonly change: Partial<Omit<ImportedVariant, 'variant_of'>>;
  /** The names of its options in their order, which is lost in the database between check and run. */
  readonly optionNames?: readonly string[] | undefined;
  /** Pieces that there were when the change was worked out. */
  readonly stockSeen?: number | undefined;
}

const CELLS: { readonly [F in ProductField]: (value: ImportedProduct[F]) => string } = {
  sku: (value) => value,
  name: (value) => value,
  category: (value) => value,
  price: formatDecimal,
  sale_price: (value) => (value === null ? '' : formatDecimal(value)),
  stock: (value) => (value === null ? '' : String(value)),
  description: (value) => value,
  short_description: (value) => value,
  brand: (value) => value ?? '',
  is_active: (value) => (value ? 'yes' : 'no'),
  is_featured: (value) => (value ? 'yes' : 'no'),
  weight: (value) => (value === null ? '' : String(value / 1000)),
  tags: (value) => writeList(value, LIST_SEPARATORS.tags),
  features: (value) => writeList(value, LIST_SEPARATORS.sentences),
  specifications: writeFacts,
  images: writePictures,
  meta_title: (value) => value ?? '',
  meta_description: (value) => value ?? '',
};

/** A field as an export writes it and an import reads it back; two products are alike in a field when their cells are. */
export function cellOf<F extends ProductField>(field: F, product: Pick<ImportedProduct, F>): string {
  return CELLS[field](product[field]);
}

const VARIANT_CELLS: { readonly [F in keyof ImportedVariant]: (value: ImportedVariant[F]) => string } = {
  variant_of: (value) => value,
  sku: (value) => value,
  name: (value) => value,
  options: writeOptions,
  price_difference: formatDecimal,
  stock: String,
  images: writePictures,
  swatch: (value) => value ?? '',
};

/** The same of a variant. */
export function variantCellOf<F extends keyof ImportedVariant>(field: F, variant: Pick<ImportedVariant, F>): string {
  return VARIANT_CELLS[field](variant[field]);
}
