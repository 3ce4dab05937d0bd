/** Products that the demo shop's customers like to buy together, by slug. */
const SETS: readonly (readonly string[])[] = [
  ['pocket-35-film-camera', 'daylight-200-colour-film-three-rolls', 'daytrip-backpack-18-l'],
  ['reporter-35-rangefinder-camera', 'fathom-50-mm-lens', 'daylight-200-colour-film-three-rolls'],
  ['aria-over-ear-headphones', 'folio-e-reader', 'cabin-38-hard-shell-suitcase'],
  ['nocturne-studio-headphones', 'cardinal-studio-microphone', 'four-knob-control-surface'],
  ['octave-13-pocket-keyboard', 'stagehand-vocal-microphone', 'sundown-practice-amplifier'],
  ['slate-14-laptop', 'pebble-wireless-mouse', 'rowan-compact-keyboard'],
  ['plain-24-desktop', 'tally-number-pad', 'bureau-bookshelf-speakers'],
  ['hana-5-phone', 'cricket-earbuds', 'halo-charging-pad'],
  ['folio-e-reader', 'bolt-desk-lamp', 'herringbone-wool-throw'],
  ['lull-dome-lamp', 'opal-globe-lamp', 'ember-filament-bulb-pair'],
  ['strider-road-running-shoe', 'fisherman-ribbed-socks', 'trailhead-steel-bottle'],
  ['daybreak-yoga-mat', 'cork-yoga-blocks', 'grid-foam-roller', 'trailhead-steel-bottle'],
  ['hex-dumbbells-pair', 'cast-iron-kettlebell', 'beech-skipping-rope'],
  ['baseline-tennis-racket', 'court-tennis-balls', 'six-panel-cotton-cap'],
  ['daytrip-backpack-18-l', 'trailhead-steel-bottle', 'enamel-camp-mug', 'beacon-pocket-torch'],
  ['cabin-38-hard-shell-suitcase', 'weekend-wash-bag', 'letters-from-the-night-train'],
  ['five-pocket-straight-jeans', 'harness-leather-belt', 'everyday-heavy-cotton-tee'],
  ['weekend-chinos', 'plain-merino-sweater', 'harness-leather-belt'],
  ['long-lambswool-scarf', 'watch-cap-beanie', 'fisher-lambswool-sweater'],
  ['ribbon-straw-sun-hat', 'two-strap-cork-sandal', 'market-canvas-tote', 'marina-sunglasses'],
  ['solitaire-topaz-ring', 'plain-band-ring', 'fig-leaf-candle'],
  ['round-stoneware-teapot', 'long-break-cup-and-saucer', 'round-serving-tray', 'the-lighthouse-keepers'],
  ['rim-dinner-plate-set-of-four', 'linen-napkin-set-of-four', 'long-stem-wine-glass-pair'],
  ['eight-inch-chefs-knife', 'walnut-cutting-board', 'the-long-distance-kitchen'],
  ['everyday-frying-pan-26-cm', 'sunday-casserole-5-l', 'the-long-distance-kitchen'],
  ['bread-slowly', 'wide-mixing-bowl', 'pantry-jar-set-of-three'],
  ['the-small-garden-year', 'long-spout-watering-can', 'willow-gathering-basket', 'rubber-plant-in-terracotta'],
  ['terry-bath-towel-set', 'rosewater-bar-soap', 'bay-and-thyme-hand-wash'],
  ['boucle-reading-armchair', 'feather-cushion', 'herringbone-wool-throw', 'tray-side-table'],
  ['everyday-dot-grid-notebook', 'spiral-project-ledger', 'bolt-desk-lamp'],
  ['a-field-guide-to-ordinary-birds', 'heron-8x32-binoculars', 'daytrip-backpack-18-l'],
  ['deep-field', 'vega-70-refractor-telescope', 'beacon-pocket-torch'],
  ['the-winter-orchard', 'plain-pillar-candle', 'speckled-stoneware-mug'],
  ['goodnight-small-fox', 'the-octopus-who-kept-a-diary', 'confetti-sketchbook'],
  ['chess-for-slow-evenings', 'speckled-stoneware-mug', 'plain-pillar-candle'],
];

const companions = new Map<string, readonly string[]>();
for (const set of SETS)
  for (const slug of set) {
    const others = set.filter((other) => other !== slug);
    companions.set(slug, [...new Set([...(companions.get(slug) ?? []), ...others])]);
  }

/** Slugs of the products that go with one; empty for a product without any. */
export const companionsOf = (slug: string | undefined): readonly string[] => companions.get(slug ?? '') ?? [];
