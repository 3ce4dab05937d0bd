import { type ConvertedRow, definePlugin, type ExportRow, formatDecimal, parseDecimal, writeOptions } from '#plugin';

/** Lets merchants import the product export of Magento: System → Export → Products. */
export const magentoImport = () =>
  definePlugin({
    name: 'magento-import',
    apiVersion: 1,
    folder: import.meta.dirname,
    importFormats: [
      {
        name: 'magento', // stored with imports: never change it
        label: 'Magento',
        recognises: (columns) =>
          ['sku', 'attribute_set_code', 'product_type', 'configurable_variations'].every((name) => columns.has(name)),
        convert,
      },
    ],
  });

/** In the column `product_online`. */
const DISABLED = '2';

/** A configurable product names its variants, which have rows of their own: `sku=TEE-S,size=S|sku=TEE-L,size=L`. Those that are disabled are not sold. */
function* convert(all: readonly ExportRow[]): Generator<ConvertedRow> {
  const rows = all.filter((row) => row('store_view_code') === ''); // the others are translations
  const bySku = new Map(rows.map((row) => [row('sku'), row]));
  const variantsOf = new Map(rows.map((row) => [row, variationsOf(row).filter(({ sku }) => bySku.has(sku))]));
  const variants = new Set([...variantsOf.values()].flat().map(({ sku }) => sku));
  for (const [row, named] of variantsOf) {
    if (variants.has(row('sku'))) continue;
    const lead = bySku.get(named[0]?.sku ?? '') ?? row;
    const own = named.filter(({ sku }) => bySku.get(sku)?.('product_online') !== DISABLED);
    const isSold = row('product_online') === '1' && (own.length > 0 || named.length === 0);
    yield {
      SKU: row('sku'),
      Name: row('name'),
      Category: categoryOf(row),
      Price: priceOf(row) || priceOf(lead),
      Stock: own.length > 0 ? '' : unitsOf(row),
      Description: row('description') || row('short_description'),
      'Short description': row('short_description'),
      Active: isSold ? 'yes' : 'no',
      'SEO title': row('meta_title'),
      'SEO description': row('meta_description'),
    };
    for (const { sku, ...options } of own) {
      const variant = bySku.get(sku) ?? lead;
      const [price, base] = [priceOf(variant), priceOf(row) || priceOf(lead)].map((text) => parseDecimal(text));
      yield {
        SKU: sku,
        'Variant of': row('sku'),
        Options: writeOptions(options),
        // Keep a price that is not a number: the check reports it with its line.
        'Price difference': price === undefined || base === undefined ? priceOf(variant) : formatDecimal(price - base),
        Stock: unitsOf(variant),
      };
    }
  }
}

function variationsOf(row: ExportRow): ({ sku: string } & Record<string, string>)[] {
  const texts = row('configurable_variations').split('|').filter(Boolean);
  return texts.map((text) => {
    const pairs = text.split(',').map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    });
    return { sku: '', ...Object.fromEntries(pairs) };
  });
}

/** `Default Category/Men/Tops,Default Category/Sale` as `Men > Tops`. */
const categoryOf = (row: ExportRow) => (row('categories').split(',')[0] ?? '').split('/').slice(1).join(' > ');

/** `34.500000` as `34.50`. */
const priceOf = (row: ExportRow) => row('price').replace(/(\.\d\d)0+$/, '$1');

/** `12.0000` as `12`; oversold products have negative stock. */
const unitsOf = (row: ExportRow) => row('qty').replace(/^-.*/, '0').replace(/\.0+$/, '');
