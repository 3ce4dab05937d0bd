import { CUSTOM_KEY, type CustomField, type CustomFieldDeclaration, MAX_CUSTOM_FIELDS } from '#domain/custom-fields.ts';
import type { ChangeFeed } from '#server/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';
import { type CustomFieldRow, listCustomFieldRows } from './custom-fields.store.ts';

/** The fields that a plug-in declares, for the products of all categories. */
export interface DeclaredCustomFields {
  readonly plugin: string;
  readonly fields: readonly CustomFieldDeclaration[];
}

/** The definitions of custom fields, cached until any node changes them. */
export interface CustomFields {
  /** Merchants' fields in their order, then those of plug-ins. */
  all(): Promise<readonly CustomField[]>;
  /** The fields of plug-ins. */
  readonly declared: readonly CustomField[];
  /** Clears the cache: this node has just changed a definition. */
  forget(): void;
}

/** In addition to merchants' fields; each has a bit in facet counting. */
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

/** @throws Error naming the plug-in whose field has an invalid or duplicate key. */
function readDeclared(plugins: readonly DeclaredCustomFields[]): CustomField[] {
  const fields: CustomField[] = [];
  for (const { plugin, fields: declared } of plugins) {
    for (const { key, label, kind, choices = [], unit = '', help = '', isFilter = false } of declared) {
      const other = fields.find((field) => field.key === key);
      if (!CUSTOM_KEY.test(key))
        throw new Error(`The plug-in ${plugin} declares a product field with the key "${key}"`);
      if (other) throw new Error(`The plug-ins ${other.plugin} and ${plugin} both declare the product field "${key}"`);
      if (isFilter && kind === 'text') throw new Error(`The product field "${key}" of ${plugin} is a text: no filter`);
      fields.push({ key, label, kind, choices, unit, help, isFilter, category: null, plugin });
    }
  }
  if (fields.length > MAX_CUSTOM_FIELDS)
    throw new Error(`Plug-ins declare more than ${MAX_CUSTOM_FIELDS} product fields`);
  if (fields.filter(({ isFilter }) => isFilter).length > MAX_DECLARED_FILTERS) {
    throw new Error(`Plug-ins declare more than ${MAX_DECLARED_FILTERS} product fields as filters`);
  }
  return fields;
}

/**
 * @param plugins declarations of plug-ins. They take precedence over a merchant's field with the same key, which
 * reappears when the plug-in is removed.
 */
export function createCustomFields(
  db: Database,
  changes: ChangeFeed,
  plugins: readonly DeclaredCustomFields[] = [],
): CustomFields {
  const declared = readDeclared(plugins);
  const declaredKeys = new Set(declared.map(({ key }) => key));
  let kept: { readonly fields: Promise<readonly CustomField[]>; readonly at: number } | undefined;
  changes.onChange(({ kind }) => {
    // A definition contains its category's name.
    if (kind === 'custom_field' || kind === 'category' || kind === 'resync') kept = undefined;
  });

  async function read(): Promise<readonly CustomField[]> {
    const rows = await listCustomFieldRows(db);
    return [...rows.map(fieldOfRow).filter(({ key }) => !declaredKeys.has(key)), ...declared];
  }

  return {
    declared,
    forget() {
      kept = undefined;
    },
    all() {
      reportSecondConnection();
      if (kept && (changes.isLive() || performance.now() - kept.at < UNANNOUNCED_MAX_AGE_MS)) return kept.fields;
      const reading = { fields: fillCache(read), at: performance.now() };
      kept = reading;
      reading.fields.catch(() => {
        if (kept === reading) kept = undefined;
      });
      return reading.fields;
    },
  };
}
