import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The side of the square in which every Fluent object is drawn, in user units. */
export const ICON_UNITS = 32;

export interface IconSet {
  has(name: string): boolean;
  /** The object's SVG elements, without the `<svg>` around them. */
  body(name: string): string;
}

/**
 * Reads the Fluent vector set (100 MB of JSON, about a second) from the installed package.
 * @param wanted the names to keep, so that the rest does not weigh on every garbage collection; all when left out.
 */
export async function loadIcons(wanted?: ReadonlySet<string>): Promise<IconSet> {
  const file = fileURLToPath(import.meta.resolve('@iconify-json/fluent-emoji/icons.json'));
  const { icons } = JSON.parse(await readFile(file, 'utf8')) as { icons: Record<string, { body: string }> };
  const bodies = new Map<string, string>();
  for (const [name, icon] of Object.entries(icons)) {
    if (!wanted || wanted.has(name)) bodies.set(name, icon.body);
  }
  return {
    has: (name) => bodies.has(name),
    body(name) {
      const body = bodies.get(name);
      if (body === undefined) throw new Error(`The Fluent set has no object named '${name}'`);
      return body;
    },
  };
}

/** A clip to the whole square, which changes nothing. */
const WHOLE_CLIP = /^<g fill="none"><g clip-path="[^"]*">(.*)<\/g><\/g>$/s;

/** An object taken apart: what is painted, from back to front, and the gradients and filters it refers to. */
export interface Drawing {
  elements: readonly string[];
  definitions: ReadonlyMap<string, string>;
}

/**
 * Takes an object of the set apart. The few that are not one plain group stay one element, and so keep their filters;
 * these harden alpha 127 times before an inner shadow, where once is enough and leaves edges smooth.
 */
export function takeApart(exported: string): Drawing {
  const body = exported.replaceAll(' 127 0"', ' 1 0"');
  const definitions = new Map<string, string>();
  for (const [, inner = ''] of body.matchAll(/<defs>(.*?)<\/defs>/gs)) {
    for (const definition of childElements(`<defs>${inner}</defs>`)) {
      const id = definition.match(/\sid="([^"]+)"/)?.[1];
      if (id) definitions.set(id, definition);
    }
  }
  const painted = body.replace(/<defs>.*?<\/defs>/gs, '').replace(WHOLE_CLIP, '<g fill="none">$1</g>');
  const isPlainGroup = painted.startsWith('<g fill="none">') && painted.endsWith('</g>');
  return { elements: isPlainGroup ? childElements(painted) : [painted], definitions };
}

/** The direct children of the one element that `text` is. */
function childElements(text: string): string[] {
  const children: string[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(/<(\/?)[a-z][^>]*?(\/?)>/gi)) {
    const end = tag.index + tag[0].length;
    if (tag[1]) depth--;
    else if (depth === 1) start = tag.index;
    if (!tag[1] && !tag[2]) depth++;
    else if (depth === 1) children.push(text.slice(start, end));
  }
  return children;
}

/** The SVG text of some elements with just the definitions they use. */
export function svgOf(elements: readonly string[], definitions: Drawing['definitions']): string {
  const painted = elements.join('');
  const used = new Map<string, string>();
  collectReferences(painted, definitions, used);
  const defs = used.size > 0 ? `<defs>${[...used.values()].join('')}</defs>` : '';
  return `<g fill="none">${painted}</g>${defs}`;
}

function collectReferences(text: string, definitions: Drawing['definitions'], used: Map<string, string>): void {
  for (const [, url, href] of text.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)) {
    const id = url ?? href ?? '';
    const definition = definitions.get(id);
    if (!definition || used.has(id)) continue;
    used.set(id, definition);
    collectReferences(definition, definitions, used);
  }
}
