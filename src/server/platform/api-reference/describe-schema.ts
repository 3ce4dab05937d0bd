/** The parts of a JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const membersOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];

/** Zod limits each integer to the safe ones, which need not be mentioned. */
const isRealLimit = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function range(least: number | undefined, most: number | undefined, unit = ''): string[] {
  if (isRealLimit(least) && isRealLimit(most))
    return [least === most ? `exactly ${most}${unit}` : `${least} to ${most}${unit}`];
  if (isRealLimit(most)) return [`at most ${most}${unit}`];
  return isRealLimit(least) && !(unit && least === 0) ? [`at least ${least}${unit}`] : [];
}

/** Limits that the type does not show. Those of an object's fields are beside the fields. */
function limitsOf(schema: JsonSchema): string[] {
  return [
    ...(schema.format ? [schema.format] : []),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum, schema.maximum),
    ...(schema.prefixItems ? [] : range(schema.minItems, schema.maxItems, ' items')),
    // A format also has a pattern, which is longer and harder to read.
    ...(schema.pattern && !schema.format ? [`matches ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...(schema.items ? limitsOf(schema.items).map((limit) => `each ${limit}`) : []),
    ...membersOf(schema).flatMap(limitsOf),
  ];
}

function object({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, field]) => {
    const limits = [...new Set(limitsOf(field))].join(', ');
    const type = typeOf(field, inner);
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${type}${limits && ` // ${limits}`}`;
  });
  if (typeof additionalProperties === 'object') lines.push(`${inner}[name]: ${typeOf(additionalProperties, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function array({ items, prefixItems }: JsonSchema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`;
  const type = items ? typeOf(items, indent) : 'unknown';
  return items && (membersOf(items).length > 1 || items.enum) ? `(${type})[]` : `${type}[]`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const members = membersOf(schema).map((member) => typeOf(member, indent));
  if (members.length > 0) return [...new Set(members)].join(schema.allOf ? ' & ' : ' | ');
  if (schema.type === 'object') return object(schema, indent);
  if (schema.type === 'array') return array(schema, indent);
  return [schema.type ?? 'unknown'].flat().join(' | ');
}

/**
 * Describes a JSON Schema as a TypeScript type, with limits as comments. It is a tenth as long as the schema.
 * A `$ref` is shown as the name of the schema that it refers to.
 */
export function describeSchema(schema: JsonSchema): string {
  const limits = schema.type === 'object' ? [] : limitsOf(schema);
  return `${typeOf(schema, '')}${limits.length > 0 ? ` // ${limits.join(', ')}` : ''}`;
}
