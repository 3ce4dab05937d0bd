import { existsSync } from 'node:fs';
import { CronExpressionParser } from 'cron-parser';
import { contract } from '#contract/index.ts';
import { SHOP_FORMATS } from '#csv/exports-of-shops.ts';
import { PLAIN_CSV } from '#csv/import-format.ts';
import { PAGES } from '#domain/shop/pages.ts';
import { PLUGIN_API_VERSION, type Plugin, type PluginFile } from '#plugin';
import { StartError } from '#server/platform/start-error.ts';
import { pathOf } from '../../../plugin/path-of.ts';
import { ADMIN_SLOTS, STOREFRONT_SLOTS } from '../../../plugin/slot-names.ts';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 40;
const PART_NAME = /^[a-z][a-z0-9-]{0,60}$/;

/** First segments of the shop's own paths: a plug-in with such a name would mix its paths with the shop's. */
const RESERVED = new Set(Object.keys(contract).map((key) => /^\w+ \/(?:admin\/)?([\w-]+)/.exec(key)?.[1] ?? '')).add(
  'admin',
);

/**
 * Validates plug-ins without a database.
 * @throws StartError with one sentence that names the plug-in and what to change.
 */
export function checkPlugins(plugins: readonly Plugin[]): void {
  const names = new Set<string>();
  const paths = new Map<string, string>(Object.keys(PAGES).map((path) => [path, 'the shop']));
  plugins.forEach(checkEntry);
  for (const plugin of plugins) {
    checkName(plugin);
    if (names.has(plugin.name)) throw new StartError(`Two plug-ins are named '${plugin.name}': rename one of them.`);
    names.add(plugin.name);
    checkVersion(plugin);
    checkEndpoints(plugin);
    checkParts(plugin, 'job', plugin.jobs);
    checkParts(plugin, 'mail', plugin.mails);
    checkParts(plugin, 'section', plugin.sections);
    checkUnique(plugin, 'subscriber', plugin.subscribers);
    checkSchedules(plugin);
    checkSlots(plugin);
    checkPages(plugin, paths);
  }
  checkImportFormats(plugins);
  for (const plugin of plugins) {
    checkMenus(plugin, paths);
    checkFiles(plugin);
  }
  checkExclusive(plugins);
}

/** What only one plug-in of a shop can do. */
const EXCLUSIVE: readonly { readonly what: string; readonly isDoneBy: (plugin: Plugin) => unknown }[] = [
  { what: 'fill the frame of the pages', isDoneBy: ({ loadFrame }) => loadFrame },
  { what: 'change the look of the pages', isDoneBy: ({ loadLook }) => loadLook },
  { what: 'supply the branding of the shop', isDoneBy: ({ loadBranding }) => loadBranding },
  { what: 'replace the home page', isDoneBy: ({ storefront }) => storefront?.homeContent },
  { what: 'replace the search', isDoneBy: ({ searchEngine }) => searchEngine },
  { what: 'calculate taxes', isDoneBy: ({ calculateTax }) => calculateTax },
];

function checkExclusive(plugins: readonly Plugin[]): void {
  for (const { what, isDoneBy } of EXCLUSIVE) {
    const [first, second] = plugins.filter(isDoneBy);
    if (first && second) throw new StartError(`Both ${first.name} and ${second.name} ${what}: remove one of them.`);
  }
}

function checkEntry(entry: unknown, at: number): void {
  if (typeof entry === 'object' && entry !== null) return;
  throw new StartError(
    `Entry ${at + 1} of plugins in shop.config.ts is not a plug-in: call its function, such as reviews().`,
  );
}

function checkName({ name }: Plugin): void {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
    throw new StartError(
      `'${name}' is not a valid plug-in name: use lowercase words joined by hyphens, at most ${MAX_NAME_LENGTH} characters.`,
    );
  }
  if (RESERVED.has(name)) {
    throw new StartError(`A plug-in cannot be named '${name}': addresses of the shop begin with it.`);
  }
}

function checkVersion({ name, apiVersion }: Plugin): void {
  if (apiVersion !== PLUGIN_API_VERSION) {
    throw new StartError(
      `Plug-in ${name} was written for version ${apiVersion} of #plugin, and this shop has version ${PLUGIN_API_VERSION}: install a version of the plug-in that fits.`,
    );
  }
}

function checkEndpoints({ name, contract: own = {}, handlers, storefront }: Plugin): void {
  for (const key of Object.keys(own)) {
    const [, path = ''] = key.split(' ');
    const isOwn = [`/${name}`, `/admin/${name}`].some((start) => path === start || path.startsWith(`${start}/`));
    if (!isOwn)
      throw new StartError(`Plug-in ${name}: the address of ${key} has to begin with /${name} or /admin/${name}.`);
    if (own[key]?.access !== 'admin' && path.startsWith('/admin/')) {
      throw new StartError(`Plug-in ${name}: ${key} is below /admin, so its access has to be 'admin'.`);
    }
    // A shared response is cached and sent to everybody before access is checked.
    if (own[key]?.shared && !(own[key].access === 'public' && key.startsWith('GET '))) {
      throw new StartError(`Plug-in ${name}: ${key} is shared, so it has to be a GET with access 'public'.`);
    }
    // A retry would run while the first attempt may still commit, and `#plugin` has nothing that lets only one of them.
    if (own[key]?.canRunAgain) {
      throw new StartError(`Plug-in ${name}: ${key} has canRunAgain, which is only for endpoints of the shop.`);
    }
  }
  const home = storefront?.homeContent;
  if (home && !(own[home]?.access === 'public' && own[home].shared)) {
    throw new StartError(`Plug-in ${name}: homeContent has to be one of its public and shared endpoints.`);
  }
  if (Object.keys(own).length > 0 && !handlers) throw new StartError(`Plug-in ${name}: its contract has no handlers.`);
}

type Parts = readonly { readonly name: string }[];

function checkParts(plugin: Plugin, kind: string, parts: Parts = []): void {
  const wrong = parts.find((part) => !PART_NAME.test(part.name));
  if (wrong) throw new StartError(`Plug-in ${plugin.name}: '${wrong.name}' is not a valid name of a ${kind}.`);
  checkUnique(plugin, kind, parts);
}

function checkUnique({ name }: Plugin, kind: string, parts: Parts = []): void {
  const names = new Set<string>();
  for (const part of parts) {
    if (names.has(part.name)) throw new StartError(`Plug-in ${name}: two of its ${kind}s are named '${part.name}'.`);
    names.add(part.name);
  }
}

const MAX_FORMAT_LABEL = 60;

/** Imports store the name of their format alone, so it is unique among all plug-ins and the shop's own. */
function checkImportFormats(plugins: readonly Plugin[]): void {
  const owners = new Map([PLAIN_CSV, ...SHOP_FORMATS.map(({ name }) => name)].map((name) => [name, 'the shop']));
  for (const { name, importFormats = [] } of plugins) {
    for (const format of importFormats) {
      if (!NAME.test(format.name) || format.name.length > MAX_NAME_LENGTH) {
        throw new StartError(`Plug-in ${name}: '${format.name}' is not a valid name of an import format.`);
      }
      if (format.label.trim() === '' || format.label.length > MAX_FORMAT_LABEL) {
        throw new StartError(
          `Plug-in ${name}: the label of the import format '${format.name}' has to have 1 to ${MAX_FORMAT_LABEL} characters.`,
        );
      }
      const owner = owners.get(format.name);
      if (owner) {
        throw new StartError(`Plug-in ${name}: the import format '${format.name}' already exists in ${owner}.`);
      }
      owners.set(format.name, `the plug-in ${name}`);
    }
  }
}

function checkSchedules({ name, jobs = [] }: Plugin): void {
  for (const { name: job, cron } of jobs) {
    if (cron !== undefined && !isCron(cron)) {
      throw new StartError(
        `Plug-in ${name}: '${cron}' of the job '${job}' is not a cron expression, such as '0 6 * * *'.`,
      );
    }
  }
}

/** Whether pg-boss, which uses the same parser, can schedule it. */
function isCron(expression: string): boolean {
  try {
    CronExpressionParser.parse(expression);
    return true;
  } catch {
    return false;
  }
}

/** The types know the names; a plug-in in JavaScript, or with a cast, gets past them, and its part would never be shown. */
function checkSlots({ name, storefront, admin }: Plugin): void {
  const check = (slots: object | undefined, known: readonly string[], place: string): void => {
    const unknown = Object.keys(slots ?? {}).find((slot) => !known.includes(slot));
    if (unknown === undefined) return;
    throw new StartError(`Plug-in ${name}: ${place} has no slot ${unknown}; it has ${known.join(', ')}.`);
  };
  check(storefront?.slots, STOREFRONT_SLOTS, 'the storefront');
  check(admin?.slots, ADMIN_SLOTS, 'the back office');
}

/** @param taken owner of each path; extended by the plug-in's */
function checkPages({ name, storefront, admin, files }: Plugin, taken: Map<string, string>): void {
  for (const { path } of [...(storefront?.pages ?? []), ...(admin?.pages ?? [])]) {
    const owner = taken.get(path);
    if (owner) throw new StartError(`Plug-in ${name}: the page ${path} already exists in ${owner}.`);
    taken.set(path, `the plug-in ${name}`);
  }
  for (const { path } of storefront?.pages ?? []) {
    if (path.startsWith('/admin')) throw new StartError(`Plug-in ${name}: list the page ${path} under admin.pages.`);
  }
  for (const { path } of files ?? []) {
    const owner = taken.get(path);
    if (owner) throw new StartError(`Plug-in ${name}: the address ${path} already exists in ${owner}.`);
    taken.set(path, `the plug-in ${name}`);
    if (/^\/(api|admin|assets|media)(\/|$)/.test(path)) {
      throw new StartError(`Plug-in ${name}: the address ${path} of its files belongs to the shop.`);
    }
  }
  for (const path of Object.keys(storefront?.pageOverrides ?? {})) {
    if (!(path in PAGES)) throw new StartError(`Plug-in ${name}: the shop has no page ${path} to override.`);
    const key = `override of ${path}`;
    const owner = taken.get(key);
    if (owner) throw new StartError(`Plug-in ${name}: ${owner} overrides the page ${path} already.`);
    taken.set(key, `the plug-in ${name}`);
  }
}

/** @param known paths of all pages */
function checkMenus({ name, storefront, admin }: Plugin, known: ReadonlyMap<string, string>): void {
  const places = new Set([...known.keys()].map(withoutOptional));
  const { accountMenu = [], footerMenu = [] } = storefront ?? {};
  for (const { path, label } of [...accountMenu, ...footerMenu, ...(admin?.menu ?? [])]) {
    if (!places.has(path)) {
      throw new StartError(`Plug-in ${name}: there is no page ${path} for the menu entry ${label}.`);
    }
  }
}

/** `/admin/parcels/:area?/:id?` is also the page `/admin/parcels`. */
const withoutOptional = (path: string): string => path.replace(/(\/:\w+\?)+$/, '');

/** The bundler would name the file, but neither the plug-in nor what the file is for. */
function checkFiles(plugin: Plugin): void {
  for (const [file, use] of filesOf(plugin)) {
    if (!existsSync(pathOf(plugin, file))) {
      throw new StartError(`Plug-in ${plugin.name}: the file ${file} of the ${use} does not exist.`);
    }
  }
}

/** Every file that pages import, with what it is for. */
function filesOf({ storefront = {}, admin = {}, sections = [] }: Plugin): (readonly [file: PluginFile, use: string])[] {
  const slots: Readonly<Record<string, PluginFile | { readonly file: PluginFile }>> = {
    ...storefront.slots,
    ...admin.slots,
  };
  return [
    ...Object.entries(slots).map(
      ([slot, part]) => [typeof part === 'string' ? part : part.file, `slot ${slot}`] as const,
    ),
    ...sections.flatMap(({ name, file, editor }) => [
      [file, `section ${name}`] as const,
      [editor, `editor of the section ${name}`] as const,
    ]),
    ...[...(storefront.pages ?? []), ...(admin.pages ?? [])].map(({ path, file }) => [file, `page ${path}`] as const),
    ...Object.entries(storefront.pageOverrides ?? {}).map(([path, file]) => [file, `page ${path}`] as const),
    ...Object.entries(storefront.paymentForms ?? {}).map(([name, file]) => [file, `payment form ${name}`] as const),
    ...(storefront.theme ? [[storefront.theme, 'theme'] as const] : []),
  ];
}
