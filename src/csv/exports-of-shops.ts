import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { cutText } from '#domain/cut-text.ts';
import { formatDecimal, parseDecimal } from '#domain/money/money.ts';
import type { ConvertedRow, ExportRow, ImportFormat } from './import-format.ts';
import { type DecimalSign, plainNumber } from './import-formula.ts';
import { writeOptions } from './import-lists.ts';

const SKU_LENGTH = PRODUCT_FIELDS.sku.maxLength;

const hasAll =
  (...headings: readonly string[]): ImportFormat['recognises'] =>
  (columns) =>
    headings.every((heading) => columns.has(heading));

const SHOPIFY: ImportFormat = {
  name: 'shopify',
  label: 'Shopify',
  recognises: hasAll('Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'),
  convert: convertShopify,
};

const WOOCOMMERCE: ImportFormat = {
  name: 'woocommerce',
  label: 'WooCommerce',
  recognises: hasAll('ID', 'Type', 'SKU', 'Name', 'Regular price', 'Parent'),
  convert: convertWooCommerce,
};

/** The built-in formats. */
export const SHOP_FORMATS: readonly ImportFormat[] = [SHOPIFY, WOOCOMMERCE];

interface Sold {
  readonly price: string;
  readonly sale: string;
}

/** The columns of a variant, relative to the prices of its product. */
function variantRow(
  { sku, of, options, stock }: { sku: string; of: string; options: Record<string, string>; stock: string },
  own: Sold,
  product: Sold,
): ConvertedRow {
  const [paid, base] = [own, product].map(({ price, sale }) => parseDecimal(sale || price));
  // A price that cannot be parsed is kept, so that the check reports it.
  const difference = paid === undefined || base === undefined ? own.price : formatDecimal(paid - base);
  return { SKU: sku, 'Variant of': of, Options: writeOptions(options), 'Price difference': difference, Stock: stock };
}

/** The rows of one product have the same handle; the first has its texts, and each may have a variant or a picture. */
function* convertShopify(rows: readonly ExportRow[]): Generator<ConvertedRow> {
  const freeSku = proposeSkus(rows.map((row) => row('Variant SKU')));
  const products = [...Map.groupBy(rows, (row) => row('Handle')).values()].flatMap((own) => {
    const [first] = own;
    return first ? readShopifyProduct(first, own, freeSku) : [];
  });
  // The SKUs of products come first, so that those of variants can differ from them.
  for (const { handle, sku, first, lead, variants, names, hasVariants } of products) {
    const sold = soldAt(lead('Variant Price'), lead('Variant Compare At Price'));
    yield {
      SKU: sku,
      Name: first('Title'),
      Category: first('Type') || first('Product Category'),
      Price: sold.price,
      'Sale price': sold.sale,
      Stock: hasVariants ? '' : unitsOf(lead('Variant Inventory Qty')),
      Description: first('Body (HTML)'),
      Brand: first('Vendor'),
      Tags: first('Tags'),
      Weight: kilograms(lead('Variant Grams')),
      Barcode: hasVariants ? '' : lead('Variant Barcode').replace(/^'/, ''),
      Active: first('Status') === '' ? first('Published') : first('Status') === 'active' ? 'yes' : 'no',
      'SEO title': first('SEO Title'),
      'SEO description': first('SEO Description'),
    };
    if (!hasVariants) continue;
    for (const [at, row] of variants.entries()) {
      const options = Object.fromEntries(names.map((name, place) => [name, row(`Option${place + 1} Value`)]));
      const variantSku = row('Variant SKU') || freeSku(`${handle}-${at + 1}`);
      yield variantRow(
        { sku: variantSku, of: sku, options, stock: unitsOf(row('Variant Inventory Qty')) },
        soldAt(row('Variant Price'), row('Variant Compare At Price')),
        sold,
      );
    }
  }
}

function readShopifyProduct(first: ExportRow, own: readonly ExportRow[], freeSku: (wanted: string) => string) {
  const handle = first('Handle');
  const variants = own.filter((row) => row('Variant Price') !== '' || row('Option1 Value') !== '');
  const lead = variants[0] ?? first;
  const names = [1, 2, 3].map((number) => first(`Option${number} Name`)).filter(Boolean);
  const hasVariants = variants.length > 1 || (names.length > 0 && lead('Option1 Value') !== 'Default Title');
  const sku = (!hasVariants && lead('Variant SKU')) || freeSku(handle);
  return { handle, sku, first, lead, variants, names, hasVariants };
}

/** Here, a SKU is unique among all products and variants; in Shopify, a handle can equal the SKU of a variant. */
function proposeSkus(used: readonly string[]): (wanted: string) => string {
  const taken = new Set(used.filter(Boolean));
  return (wanted) => {
    let longer = wanted;
    while (taken.has(shortenSku(longer))) longer += '-1';
    const sku = shortenSku(longer);
    taken.add(sku);
    return sku;
  };
}

/** Shopify handles have up to 255 characters. A shortened SKU ends with the hash of its handle: the same in every export. */
function shortenSku(text: string): string {
  if (text.length <= SKU_LENGTH) return text;
  const hash = hashOf(text);
  return `${cutText(text, SKU_LENGTH - hash.length - 1)}-${hash}`;
}

/** FNV-1a with 32 bits, in eight hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A price above the one that is paid is the regular price. */
function soldAt(paid: string, before: string): Sold {
  const [now, once] = [parseDecimal(paid), parseDecimal(before)];
  return now !== undefined && once !== undefined && once > now
    ? { price: before, sale: paid }
    : { price: paid, sale: '' };
}

/** Both shops export negative stock when more units are sold than there are. */
const unitsOf = (stock: string): string => (stock.startsWith('-') ? '0' : stock);

const kilograms = (grams: string): string =>
  /^\d+$/.test(grams) && Number(grams) > 0 ? String(Number(grams) / 1000) : '';

/** A variation names its product by SKU, or as `id:12`; a variable product has no price of its own. */
function* convertWooCommerce(rows: readonly ExportRow[], today: string): Generator<ConvertedRow> {
  const skuOf = (row: ExportRow) => row('SKU') || `woo-${row('ID')}`;
  const skus = new Map(rows.map((row) => [`id:${row('ID')}`, skuOf(row)]));
  const decimal: DecimalSign = rows.some((row) => /,\d{1,2}$/.test(row('Regular price'))) ? ',' : '.';
  const amount = (text: string) => plainNumber(text, decimal) ?? text;
  const pricesOf = (row: ExportRow): Sold => ({
    price: amount(row('Regular price')),
    sale: isOnSale(row, today) ? amount(row('Sale price')) : '',
  });
  const variations = Map.groupBy(
    rows.filter((row) => row('Type').startsWith('variation')),
    (row) => skus.get(row('Parent')) ?? row('Parent'),
  );
  for (const row of rows) {
    if (row('Type').startsWith('variation')) continue;
    const sku = skuOf(row);
    const own = variations.get(sku) ?? [];
    variations.delete(sku);
    const lead = own[0];
    const sold = pricesOf(lead && row('Regular price') === '' ? lead : row);
    yield {
      SKU: sku,
      Name: row('Name'),
      Category: row('Categories').split(/(?<!\\),/)[0] ?? '',
      Price: sold.price,
      'Sale price': sold.sale,
      Stock: own.length > 0 ? '' : unitsOf(row('Stock')),
      // The description is required here, but not in WooCommerce.
      Description: row('Description') || row('Short description'),
      'Short description': row('Short description'),
      Brand: row('Brands'),
      Tags: row('Tags'),
      Weight: row('Weight (kg)') || kilograms(row('Weight (g)')),
      Barcode: row('GTIN, UPC, EAN, or ISBN'),
      Active: row('Published') === '1' ? 'yes' : 'no',
      Featured: row('Is featured?') === '1' ? 'yes' : 'no',
    };
    for (const variation of own) yield variationRow(variation, sku, sold);
  }
  // Variations whose product is not in the file: it may be in the shop already. Without a price difference, they keep
  // theirs.
  for (const [sku, own] of variations) {
    for (const variation of own) yield { ...variationRow(variation, sku, NO_PRICES), 'Price difference': '' };
  }

  function variationRow(row: ExportRow, of: string, product: Sold): ConvertedRow {
    const named = ATTRIBUTES.map(
      (number) => [row(`Attribute ${number} name`), row(`Attribute ${number} value(s)`)] as const,
    );
    const options = Object.fromEntries(named.filter(([name, value]) => name !== '' && value !== ''));
    return variantRow({ sku: skuOf(row), of, options, stock: unitsOf(row('Stock')) }, pricesOf(row), product);
  }
}

/** Sale prices here have no dates. Those of WooCommerce are days, also with a time, or empty. */
function isOnSale(row: ExportRow, today: string): boolean {
  const [starts, ends] = ['starts', 'ends'].map((edge) => /^\d{4}-\d\d-\d\d/.exec(row(`Date sale price ${edge}`))?.[0]);
  return (starts ?? today) <= today && (ends ?? today) >= today;
}

const ATTRIBUTES = [1, 2, 3, 4, 5, 6];
const NO_PRICES: Sold = { price: '', sale: '' };
