/** A colour as `#rrggbb`, lower case. */
export type Hex = string;

export const HEX = /^#[0-9a-f]{6}$/;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (colour: Hex): Channels => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (channels: readonly number[]): Hex =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Hex): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Hex, other: Hex): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The lowest contrast with any of these. */
export const lowestContrast = (colour: Hex, others: readonly Hex[]): number =>
  Math.min(...others.map((other) => contrast(colour, other)));

/** @param share of the second colour, from 0 to 1 */
export function mix(one: Hex, other: Hex, share: number): Hex {
  const second = channelsOf(other);
  return hexOf(channelsOf(one).map((channel, index) => channel + ((second[index] ?? 0) - channel) * share));
}

const STEPS = 20;

/**
 * The colour, moved towards another as far as its contrast with all of `against` requires. If no mixture is
 * enough, the other colour itself.
 */
export function readable(
  colour: Hex,
  { towards, against, ratio }: { readonly towards: Hex; readonly against: readonly Hex[]; readonly ratio: number },
): Hex {
  for (let step = 0; step < STEPS; step += 1) {
    const moved = mix(colour, towards, step / STEPS);
    if (lowestContrast(moved, against) >= ratio) return moved;
  }
  return towards;
}

/** Text on a colour: the first choice with enough contrast, or else black or white, of which one always has 4.5. */
export function textOn(colour: Hex, choices: readonly Hex[]): Hex {
  const fit = choices.find((choice) => contrast(choice, colour) >= 4.5);
  return fit ?? (contrast('#000000', colour) >= contrast('#ffffff', colour) ? '#000000' : '#ffffff');
}
