/** Colour names of the demo shop's variants; the dye of the pictures and the swatch are the same value. */
export const COLOURS = {
  Chalk: '#ebe7df',
  Ivory: '#ece2cf',
  Mist: '#d6d4dc',
  Pebble: '#a9a6a8',
  Slate: '#4c5a60',
  Charcoal: '#404046',
  Ink: '#26282f',
  Sand: '#d6bd93',
  Camel: '#c1935b',
  Tan: '#b07a48',
  Chestnut: '#774630',
  Espresso: '#4a3129',
  Butter: '#efd57a',
  Mustard: '#d59f2a',
  Honey: '#e3a53c',
  Apricot: '#eda36a',
  Coral: '#ea7860',
  Clay: '#bd6647',
  Rust: '#a4472c',
  Cherry: '#b9243a',
  Wine: '#701f38',
  Raspberry: '#e6265f',
  Peony: '#ef4189',
  Rose: '#d98394',
  Blush: '#e8bdb5',
  Plum: '#6d3c63',
  Lilac: '#c3aee0',
  Iris: '#6a5bb8',
  Indigo: '#36427f',
  Navy: '#28365c',
  Cobalt: '#2a55b4',
  Azure: '#3f8ff2',
  Denim: '#5d86b4',
  Sky: '#86b8e2',
  Teal: '#217a80',
  Seafoam: '#93c9b8',
  Sage: '#9bae8e',
  Meadow: '#86dd86',
  Fern: '#3f8f4a',
  Moss: '#66763f',
  Olive: '#77733c',
  Forest: '#2a5a41',
} as const;

export type ColourName = keyof typeof COLOURS;

/** The swatch of a variant's colour as `#rrggbb`, or nothing when the name is not one of the demo shop's. */
export function colourSwatch(name: string): string | undefined {
  return Object.hasOwn(COLOURS, name) ? COLOURS[name as ColourName] : undefined;
}
