import { type ListedPicture, writeFacts, writeList, writePictures } from './import-lists.ts';
import { type Cents, formatDecimal } from './money.ts';

/** What a CSV file can say of a product, in the order in which an export writes it. */
export const IMPORT_FIELDS = [
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
export type ImportField = (typeof IMPORT_FIELDS)[number];

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

const CELLS: { readonly [F in ImportField]: (value: ImportedProduct[F]) => string } = {
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
export function cellOf<F extends ImportField>(field: F, product: Pick<ImportedProduct, F>): string {
  return CELLS[field](product[field]);
}
