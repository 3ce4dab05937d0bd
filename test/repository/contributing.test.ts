import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { FieldDefinition } from '#domain/catalogue/product-field-kinds.ts';

const GUIDE = readFileSync('CONTRIBUTING.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Paths that the recipes create. */
const NEW = [
  'plugins/hello',
  'plugins/invoice',
  'src/contract/admin/subscribers.ts',
  'src/server/features/contact/message-received-mail.ts',
  'src/server/features/newsletter/subscribers.store.ts',
  'src/web/admin/subscribers',
  'src/web/storefront/gift-cards',
];
const NEW_SETTING = 'supportHours';
const isNew = (path: string) => NEW.some((one) => path === one || path.startsWith(`${one}/`));

const SOURCES = globSync('{src,test,scripts,plugins,examples,shop.config.ts}/**/*.{ts,tsx}').filter(
  (path) => !path.includes('node_modules') && path !== 'test/repository/contributing.test.ts',
);

const words = [...GUIDE.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

test('every path that the recipes name exists, or is created by them', () => {
  const paths = words.filter((word) => /^(src|test|docs|examples|plugins|migrations|e2e)\/[^<*]*$/.test(word));
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path) && !isNew(path))).toEqual([]);
  expect(NEW.filter((path) => !paths.some((named) => named.startsWith(path)) || existsSync(path))).toEqual([]);
});

test('every file that is named without its folder exists', () => {
  const known = new Set(SOURCES.map((path) => basename(path)));
  const files = words.filter((word) => /^[\w-]+(\.[\w-]+)*\.tsx?$/.test(word));
  expect(files).toContain('holds.ts');
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});

test('every function, type and constant that the recipes name is in the sources', () => {
  const names = words.flatMap((word) => /^([a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|[A-Z]+_[A-Z]+)\b/.exec(word)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(['findPage', 'ListPage', 'PRODUCT_FIELDS', 'deliverSoon']));
  const text = SOURCES.map((path) => readFileSync(path, 'utf8')).join('\n');
  const unknown = new Set(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)));
  expect([...unknown]).toEqual([NEW_SETTING]);
});

/** Lengths of a format that the field itself writes, such as a grouped card number, or of what is never sent. */
const FORMATS = ['sandbox-card-form.tsx', 'two-factor-setup.tsx', 'colour-field.tsx', 'faq-page.tsx'];

test('no field repeats a length of the contract as a number', () => {
  const fields = SOURCES.filter((path) => /^(src|plugins)\/.*\.tsx$/.test(path) && !FORMATS.includes(basename(path)));
  expect(fields.filter((path) => /\bmaxLength=\{\d/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('every command of the guide is one of package.json', () => {
  const commands = [...GUIDE.matchAll(/npm run ([a-z:-]+[a-z])/g), ...GUIDE.matchAll(/`(db:[a-z]+)/g)];
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

/** A copy of the guide's example, so that it is compiled. */
const EXAMPLE: Readonly<Record<string, FieldDefinition>> = {
  material: {
    kind: 'optionalText',
    maxLength: 120,
    label: 'Material',
    column: 'material',
    storefront: 'hidden', // 'page': on the product page; 'lists': also in lists
    backOffice: 'form', // 'lists': also with each product of a list
    filter: { since: 146 }, // the number of the migration; omit it for a field that is no filter
    headings: ['material'], // of CSV files; lower case, without punctuation
    isAudited: true,
    form: { section: 'details' },
  },
};

test('the example of a product field equals the copy that is compiled here', () => {
  const linesOf = (text: string) => text.replace(/^ +/gm, '');
  const [example = ''] = /^ *material: \{\n[\s\S]*?^ *\},$/m.exec(GUIDE) ?? [];
  expect(linesOf(readFileSync(import.meta.filename, 'utf8'))).toContain(linesOf(example));
  expect(example.split('\n').length).toBe(Object.keys(EXAMPLE.material ?? {}).length + 2);
});
