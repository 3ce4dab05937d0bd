export const SIZE_SYSTEMS = ['us', 'uk', 'eu'] as const;
export type SizeSystem = (typeof SIZE_SYSTEMS)[number];

/** Adult shoes by system, the same size in each row (men's, ISO/TS 19407). */
const SHOES: readonly (readonly [us: string, uk: string, eu: string])[] = [
  ['6', '5', '39'],
  ['7', '6', '40'],
  ['8', '7', '41'],
  ['9', '8', '42'],
  ['10', '9', '43'],
  ['11', '10', '44'],
  ['12', '11', '45'],
  ['13', '12', '46'],
];

const LETTERS: Readonly<Record<string, string>> = {
  'extra small': 'xs',
  'x-small': 'xs',
  xsmall: 'xs',
  small: 's',
  medium: 'm',
  large: 'l',
  'extra large': 'xl',
  'x-large': 'xl',
  xlarge: 'xl',
  '2xl': 'xxl',
  '3xl': 'xxxl',
};

const NUMBERED = /^(?:size\s+)?(?:(us|uk|eu)\s*)?(\d{1,3}(?:\.5)?)$/;
const LETTERED =
  /^(?:size\s+)?(x{0,3}s|m|x{0,3}l|[23]xl|extra small|small|medium|large|extra large|x-?small|x-?large)$/;
const WAIST = /^w(\d{2})$/;
const LIST = /\s*[/–-]\s*/;

/**
 * The keys of a size option: `us 9` and `9` for 'US 9', both ends of '5-6', `xl` for 'Extra large'. Empty for anything
 * else.
 */
export function sizeKeys(value: string): string[] {
  const text = value.trim().toLowerCase();
  const whole = keysOfOne(text);
  if (whole.length > 0) return whole;
  const [first = '', ...others] = text.split(LIST);
  const system = /^(us|uk|eu)\s/.exec(first)?.[0] ?? '';
  const parts = [first, ...others.map((part) => `${/^\d/.test(part) ? system : ''}${part}`)].map(keysOfOne);
  return parts.length > 1 && parts.every((keys) => keys.length > 0) ? parts.flat() : [];
}

function keysOfOne(text: string): string[] {
  const [, system, number] = NUMBERED.exec(text) ?? [];
  if (number) return system ? [`${system} ${number}`, number] : [number];
  const letter = LETTERED.exec(text)?.[1];
  if (letter) return [LETTERS[letter] ?? letter];
  const waist = WAIST.exec(text)?.[1];
  return waist ? [text, waist] : [];
}

/** The keys that match a requested size: also in other systems, if it names its own. */
export function wantedSizeKeys(size: string): string[] {
  const keys = sizeKeys(size);
  const [system = '', number = ''] = keys[0]?.split(' ') ?? [];
  const place = SIZE_SYSTEMS.indexOf(system as SizeSystem);
  if (place < 0) return keys;
  const row = SHOES.find((sizes) => sizes[place] === number);
  return row ? SIZE_SYSTEMS.map((name, index) => `${name} ${row[index]}`) : [`${system} ${number}`];
}
