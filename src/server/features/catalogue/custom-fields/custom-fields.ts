import {
  CUSTOM_KEY,
  type CustomField,
  type CustomFieldDeclaration,
  type FieldCategory,
  MAX_CUSTOM_FIELDS,
} from '#domain/catalogue/custom-fields.ts';
import { type FilterField, PRODUCT_FILTERS } from '#domain/catalogue/filter-fields.ts';
import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type CustomFieldRow, findFieldCategories, listCustomFieldRows } from './custom-fields.store.ts';

/** The fields that a plug-in declares. */
export interface DeclaredCustomFields {
  readonly plugin: string;
  readonly fields: readonly CustomFieldDeclaration[];
}

/** A declared field whose category is not read yet. */
type DeclaredField = Omit<CustomField, 'category' | 'plugin'> & {
  readonly categorySlug: string | undefined;
  readonly plugin: string;
};

/** The definitions of custom fields, cached until any node changes them. */
export interface CustomFields {
  /** Merchants' fields in their order, then those of plug-ins. */
  all(): Promise<readonly CustomField[]>;
  /** The fields by which shoppers can filter lists: product fields that are declared as filters, then custom fields. */
  filters(): Promise<readonly FilterField[]>;
  /** Keys of the fields of plug-ins. */
  readonly declaredKeys: ReadonlySet<string>;
  /** Clears the cache: this node has just changed a definition. */
  forget(): void;
}

const missingCategory = (slug: string): FieldCategory => ({ id: 0, name: slug, slug, below: [] });

/** In addition to merchants' fields; each has a column in the search index. */
const MAX_DECLARED_FILTERS = 4;
/** Notifications may be lost: definitions are reloaded after this time. */
const UNANNOUNCED_MAX_AGE_MS = 2_000;

export function fieldOfRow(row: CustomFieldRow): CustomField {
  return {
    key: row.key,
    label: row.label,
    kind: row.kind,
    choices: row.choices,
    unit: row.unit,
    help: row.help,
    isFilter: row.is_filter,
    category:
      row.category_id === null
        ? null
        : {
            id: row.category_id,
            name: row.category_name ?? '',
            slug: row.category_slug ?? '',
            below: row.categories_below,
          },
    plugin: null,
  };
}

/** @throws StartError with a sentence that names the plug-in. */
function readDeclared(plugins: readonly DeclaredCustomFields[]): DeclaredField[] {
  const fields: DeclaredField[] = [];
  for (const { plugin, fields: declared } of plugins) {
    for (const { category, key, label, kind, choices = [], unit = '', help = '', isFilter = false } of declared) {
      const other = fields.find((field) => field.key === key);
      if (!CUSTOM_KEY.test(key)) {
        throw new StartError(`Plug-in ${plugin}: '${key}' is not a valid key of a product field.`);
      }
      if (other?.plugin === plugin) {
        throw new StartError(`Plug-in ${plugin}: two of its product fields have the key '${key}'.`);
      }
      if (other) {
        throw new StartError(
          `Both ${other.plugin} and ${plugin} declare the product field '${key}': remove one of them.`,
        );
      }
      fields.push({ key, label, kind, choices, unit, help, isFilter, categorySlug: category, plugin });
    }
  }
  checkCount(fields, MAX_CUSTOM_FIELDS, 'product fields');
  checkCount(
    fields.filter(({ isFilter }) => isFilter),
    MAX_DECLARED_FILTERS,
    'product fields as filters',
  );
  return fields;
}

/** @throws StartError */
function checkCount(fields: readonly DeclaredField[], most: number, what: string): void {
  if (fields.length <= most) return;
  const owners = [...new Set(fields.map(({ plugin }) => plugin))].join(', ');
  throw new StartError(`Plug-ins declare ${fields.length} ${what} (${owners}): a shop can have ${most}.`);
}

/**
 * @param plugins declarations of plug-ins. They take precedence over a merchant's field with the same key, which
 * reappears when the plug-in is removed.
 * @param productFilters filters that are product fields
 */
export function createCustomFields(
  db: Database,
  changes: ChangeFeed,
  plugins: readonly DeclaredCustomFields[] = [],
  productFilters: readonly FilterField[] = PRODUCT_FILTERS,
): CustomFields {
  const declared = readDeclared(plugins);
  const declaredKeys = new Set(declared.map(({ key }) => key));
  let kept: { readonly fields: Promise<readonly CustomField[]>; readonly at: number } | undefined;
  changes.onChange(({ kind }) => {
    // A definition contains its category's name.
    if (kind === 'custom_field' || kind === 'category' || kind === 'resync') kept = undefined;
  });

  async function read(): Promise<readonly CustomField[]> {
    const slugs = declared.flatMap(({ categorySlug }) => categorySlug ?? []);
    const [rows, categories] = await Promise.all([
      listCustomFieldRows(db),
      slugs.length > 0 ? findFieldCategories(db, slugs) : [],
    ]);
    const ofPlugins = declared.map(({ categorySlug: slug, ...field }) => ({
      ...field,
      // Nothing has a field of a category that the shop does not have.
      category: slug === undefined ? null : (categories.find((one) => one.slug === slug) ?? missingCategory(slug)),
    }));
    return [...rows.map(fieldOfRow).filter(({ key }) => !declaredKeys.has(key)), ...ofPlugins];
  }

  function all(): Promise<readonly CustomField[]> {
    reportSecondConnection();
    if (kept && (changes.isLive() || performance.now() - kept.at < UNANNOUNCED_MAX_AGE_MS)) return kept.fields;
    const reading = { fields: fillCache(read), at: performance.now() };
    kept = reading;
    reading.fields.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading.fields;
  }

  return {
    all,
    filters: async () => [...productFilters, ...(await all()).filter(({ isFilter }) => isFilter)],
    declaredKeys,
    forget() {
      kept = undefined;
    },
  };
}
