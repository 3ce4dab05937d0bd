import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { PLUGIN_API_VERSION } from '../src/plugin/plugin.ts';
import { SLOTS } from '../src/web/plugins/slots.ts';
import { ROOT } from './find-node.mjs';

/** The public surface of plug-ins, read from the syntax alone: type-checking the shop takes ten seconds. */
export interface PluginSurface {
  /** `PLUGIN_API_VERSION`. */
  readonly version: number;
  /** By import, such as `#plugin/web`. */
  readonly imports: Readonly<Record<string, SurfaceOfImport>>;
  /** Props of the component in each slot. */
  readonly slots: Readonly<Record<string, Members>>;
}

/**
 * The properties of an object type or of a component's props; for other functions, the parameters and, after `=>`, the
 * properties of the result. `?`: optional.
 */
type Members = readonly string[];

export interface SurfaceOfImport {
  readonly values: Readonly<Record<string, Members>>;
  readonly types: Readonly<Record<string, Members>>;
}

const { imports: aliases } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};
const SURFACE = Object.entries(aliases).filter(([name]) => /^#plugin(\/|$)/.test(name));

export function readPluginSurface(): PluginSurface {
  return {
    version: PLUGIN_API_VERSION,
    imports: Object.fromEntries(SURFACE.map(([name, path]) => [name, surfaceOf(resolve(ROOT, path))])),
    slots: readSlots(),
  };
}

/** The entries that were removed from the surface: plug-ins that use them break. */
export function removedFrom(before: PluginSurface, now: PluginSurface): string[] {
  const namesOf = ({ imports, slots }: PluginSurface): string[] => [
    ...Object.entries(imports).flatMap(([name, { values, types }]) =>
      [values, types].flatMap((exports) =>
        Object.entries(exports).flatMap(([exported, members]) => [
          `${exported} of ${name}`,
          ...members.map((member) => `${exported}.${member} of ${name}`),
        ]),
      ),
    ),
    ...Object.entries(slots).flatMap(([slot, members]) => [
      `the slot ${slot}`,
      ...members.map((member) => `${member} of the slot ${slot}`),
    ]),
  ];
  const present = new Set(namesOf(now));
  return namesOf(before).filter((name) => !present.has(name));
}

/** The declarations of the modules of slots: TypeScript cannot derive the type of a module from its name. */
export function slotModules(): string {
  const own = Object.keys(SLOTS).filter((slot) => slot !== 'product.tabs');
  const modules = own.map(
    (slot) => `declare module 'virtual:slot/${slot}' {
  const Slot: import('./create-slot.tsx').Slot<'${slot}'> | null;
  export default Slot;
}
`,
  );
  return `/** Generated from \`SLOTS\` by \`npm run surface\`. A module is null where no plug-in uses the slot. */\n${modules.join('')}`;
}

const byName = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

const sources = new Map<string, ts.SourceFile>();
function sourceOf(path: string): ts.SourceFile {
  const known = sources.get(path);
  if (known) return known;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  sources.set(path, source);
  return source;
}

/** The file of an import; undefined for packages. */
function fileOf(specifier: string, from: ts.SourceFile): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from.fileName), specifier);
  const [alias, rest] = /^(#\w+)\/(.+)$/.exec(specifier)?.slice(1) ?? [];
  const path = aliases[specifier] ?? aliases[`${alias}/*`]?.replace('*', rest ?? '');
  return path && resolve(ROOT, path);
}

/** @throws Error for `export *`: each export must be a decision. */
function surfaceOf(path: string): SurfaceOfImport {
  const values: [string, Members][] = [];
  const types: [string, Members][] = [];
  const source = sourceOf(path);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) throw new Error(`export * in ${path}`);
      for (const { name, propertyName, isTypeOnly } of statement.exportClause.elements) {
        const declared = find((propertyName ?? name).text, source, statement);
        (statement.isTypeOnly || isTypeOnly ? types : values).push([name.text, membersOf(declared)]);
      }
    } else if (isExported(statement)) {
      const [name, isType] = declaredName(statement);
      (isType ? types : values).push([name, membersOf(statement)]);
    }
  }
  return { values: byName(values), types: byName(types) };
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

function declaredName(statement: ts.Statement): readonly [name: string, isType: boolean] {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [statement.name.text, true];
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? '', false];
  if (ts.isVariableStatement(statement))
    return [statement.declarationList.declarations[0]?.name.getText() ?? '', false];
  throw new Error(`${statement.getText().slice(0, 60)} cannot be read as a part of the surface`);
}

/** Finds the declaration of a name in a file, following imports and re-exports. */
function find(name: string, source: ts.SourceFile, reexport?: ts.ExportDeclaration): ts.Node | undefined {
  if (reexport?.moduleSpecifier) return findIn(name, source, reexport.moduleSpecifier);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find((one) => one.name.getText() === name);
      if (declared) return declared;
    } else if (ts.isImportDeclaration(statement)) {
      const { namedBindings } = statement.importClause ?? {};
      if (!namedBindings || !ts.isNamedImports(namedBindings)) continue;
      const imported = namedBindings.elements.find((element) => element.name.text === name);
      if (imported) return findIn((imported.propertyName ?? imported.name).text, source, statement.moduleSpecifier);
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
      const { exportClause } = statement;
      if (!exportClause || !ts.isNamedExports(exportClause)) continue;
      const exported = exportClause.elements.find((element) => element.name.text === name);
      if (exported) return findIn((exported.propertyName ?? exported.name).text, source, statement.moduleSpecifier);
    } else if ('name' in statement && (statement.name as ts.Node | undefined)?.getText() === name) return statement;
  }
  return undefined;
}

function findIn(name: string, from: ts.SourceFile, specifier: ts.Expression): ts.Node | undefined {
  const path = fileOf((specifier as ts.StringLiteral).text, from);
  return path && existsSync(path) ? find(name, sourceOf(path)) : undefined;
}

function membersOf(node: ts.Node | undefined): Members {
  return [...new Set(listMembers(node))].sort();
}

/** Members as written in the source; none for computed types, such as the output of a schema. */
function listMembers(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isInterfaceDeclaration(node)) {
    const inherited = (node.heritageClauses ?? []).flatMap(({ types }) => types.flatMap(listMembers));
    return [...inherited, ...node.members.flatMap(listMember)];
  }
  if (ts.isClassDeclaration(node)) {
    return node.members.filter((member) => member.name && !ts.isPrivateIdentifier(member.name)).flatMap(listMember);
  }
  if (ts.isTypeLiteralNode(node)) return node.members.flatMap(listMember);
  if (ts.isTypeAliasDeclaration(node)) return listMembers(node.type);
  if (ts.isParenthesizedTypeNode(node)) return listMembers(node.type);
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(listMembers);
  if (ts.isTypeReferenceNode(node)) return membersOfReference(node.typeName.getText(), node);
  if (ts.isExpressionWithTypeArguments(node)) return membersOfReference(node.expression.getText(), node);
  if (ts.isVariableStatement(node)) return listMembers(node.declarationList.declarations[0]);
  if (ts.isVariableDeclaration(node)) return node.type ? listMembers(node.type) : listMembers(node.initializer);
  if (ts.isFunctionLike(node)) {
    return [...node.parameters.flatMap(listParameter), ...listMembers(node.type).map((member) => `=> ${member}`)];
  }
  return [];
}

function listMember(member: ts.TypeElement | ts.ClassElement): string[] {
  if (ts.isCallSignatureDeclaration(member)) return listMembers(member);
  const name = member.name && (ts.isStringLiteral(member.name) ? member.name.text : member.name.getText());
  if (name === undefined) return [];
  const isOptional = 'questionToken' in member && member.questionToken !== undefined;
  const own = `${name}${isOptional ? '?' : ''}`;
  // Inline object types, such as `products` of the services.
  const type = 'type' in member ? (member.type as ts.Node | undefined) : undefined;
  const isInline = type && (ts.isTypeLiteralNode(type) || ts.isIntersectionTypeNode(type));
  return [own, ...(isInline ? listMembers(type).map((inner) => `${own}.${inner}`) : [])];
}

/** The properties of a component's props or of a destructured argument; otherwise the name of the parameter. */
function listParameter({ name, type, questionToken, initializer, dotDotDotToken }: ts.ParameterDeclaration): string[] {
  const props = ts.isObjectBindingPattern(name) || name.getText() === 'props' ? listMembers(type) : [];
  if (props.length > 0) return props;
  if (!ts.isIdentifier(name)) return [];
  return [`${dotDotDotToken ? '...' : ''}${name.text}${questionToken || initializer ? '?' : ''}`];
}

function membersOfReference(name: string, node: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments): string[] {
  const [inner, keys] = node.typeArguments ?? [];
  const literals = keys ? (ts.isUnionTypeNode(keys) ? keys.types : [keys]) : [];
  const named = literals.flatMap((key) =>
    ts.isLiteralTypeNode(key) && ts.isStringLiteral(key.literal) ? key.literal.text : [],
  );
  const nameOf = (member: string): string => member.replace(/\?$/, '');
  switch (name) {
    case 'Partial':
      return listMembers(inner).map((member) => `${nameOf(member)}?`);
    case 'Readonly':
      return listMembers(inner);
    case 'Required':
      return listMembers(inner).map(nameOf);
    case 'Pick': {
      const all = listMembers(inner);
      return named.map((key) => all.find((member) => nameOf(member) === key) ?? key);
    }
    case 'Omit':
      return listMembers(inner).filter((member) => !named.includes(nameOf(member)));
    default:
      return listMembers(find(name, node.getSourceFile()));
  }
}

function readSlots(): Record<string, Members> {
  const table = find('SLOTS', sourceOf(join(ROOT, 'src/web/plugins/slots.ts')));
  if (!table || !ts.isVariableDeclaration(table) || !table.initializer) throw new Error('slots.ts has no table SLOTS');
  if (!ts.isObjectLiteralExpression(table.initializer)) throw new Error('SLOTS is not an object');
  return byName(
    table.initializer.properties.map((slot) => {
      const call =
        ts.isPropertyAssignment(slot) && ts.isCallExpression(slot.initializer) ? slot.initializer : undefined;
      const name = slot.name && ts.isStringLiteral(slot.name) ? slot.name.text : slot.name?.getText();
      return [name ?? '', membersOf(call?.typeArguments?.[0])] as const;
    }),
  );
}
