/** Part of a line with one direction. */
export interface Run {
  /** In reading order; brackets of a right-to-left run are mirrored. */
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** Hebrew, Arabic and neighbouring scripts in Unicode, without their digits. */
const RIGHT_TO_LEFT = /[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const DIGIT = /\p{Nd}/u;
const LETTER = /[\p{L}\p{So}]/u;
const MARK = /\p{M}/u;
/** Part of a number when inside or next to it: `12.50`, `-3`, `5%`. */
const WITHIN_NUMBER = /[.,:/+\-−\u00a0]/u;
const BESIDE_NUMBER = /[\p{Sc}%‰#°+\-−]/u;

const MIRRORED: Readonly<Record<string, string>> = Object.fromEntries(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

type Kind = 'left' | 'right' | 'number' | 'neutral';

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The first letter determines the direction of a text. */
export function startsRightToLeft(text: string): boolean {
  for (const sign of text) {
    if (RIGHT_TO_LEFT.test(sign)) return true;
    if (LETTER.test(sign)) return false;
  }
  return false;
}

/**
 * The runs of a line in visual order from left to right: Unicode's bidirectional algorithm (annex 9) without explicit
 * marks, which names and addresses do not contain.
 * @param isFromRight direction of the whole text
 */
export function visualRuns(line: string, isFromRight = startsRightToLeft(line)): Run[] {
  const signs = Array.from(line);
  const runs = runsOf(signs, levelsOf(kindsOf(signs, isFromRight), isFromRight));
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level >= 1; level -= 1) turn(runs, level);
  return runs.map(asRead);
}

function kindsOf(signs: readonly string[], isFromRight: boolean): Kind[] {
  const kinds: Kind[] = [];
  let strong: Kind = isFromRight ? 'right' : 'left';
  for (const [at, sign] of signs.entries()) {
    const kind = kindOf(sign, kinds[at - 1] ?? 'neutral');
    // A number among Latin words belongs to them.
    kinds.push(kind === 'number' && strong === 'left' ? 'left' : kind);
    if (kind === 'left' || kind === 'right') strong = kind;
  }
  for (const [at, sign] of signs.entries()) {
    if (kinds[at] === 'neutral' && belongsToNumber(sign, kinds[at - 1], kinds[at + 1])) kinds[at] = 'number';
  }
  return kinds;
}

function kindOf(sign: string, before: Kind): Kind {
  if (DIGIT.test(sign)) return 'number';
  if (RIGHT_TO_LEFT.test(sign)) return 'right';
  if (MARK.test(sign)) return before;
  return LETTER.test(sign) ? 'left' : 'neutral';
}

function belongsToNumber(sign: string, before: Kind | undefined, after: Kind | undefined): boolean {
  if (before === 'number' && after === 'number') return WITHIN_NUMBER.test(sign);
  return (before === 'number' || after === 'number') && BESIDE_NUMBER.test(sign);
}

/**
 * Odd levels are right-to-left. Neutral characters follow their neighbours if these agree, otherwise the whole text.
 */
function levelsOf(kinds: readonly Kind[], isFromRight: boolean): number[] {
  const whole = isFromRight ? 1 : 0;
  const left = isFromRight ? 2 : 0;
  const side = (kind: Kind | undefined) => (kind === undefined ? whole : kind === 'left' ? left : 1);
  return kinds.map((kind, at) => {
    if (kind === 'left') return left;
    if (kind === 'right') return 1;
    if (kind === 'number') return 2;
    const before = side(kinds.slice(0, at).findLast((one) => one !== 'neutral'));
    const after = side(kinds.slice(at).find((one) => one !== 'neutral'));
    return before === after ? before : whole;
  });
}

interface LevelRun {
  readonly level: number;
  readonly signs: string[];
}

function runsOf(signs: readonly string[], levels: readonly number[]): LevelRun[] {
  const runs: LevelRun[] = [];
  for (const [at, sign] of signs.entries()) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.signs.push(sign);
    else runs.push({ level, signs: [sign] });
  }
  return runs;
}

/** Reverses each sequence of runs from this level up. */
function turn(runs: LevelRun[], level: number): void {
  for (let start = 0; start < runs.length; start += 1) {
    let end = start;
    while ((runs[end]?.level ?? -1) >= level) end += 1;
    if (end === start) continue;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end;
  }
}

/** Runs without letters give the renderer no hint: reverse them here. */
function asRead({ level, signs }: LevelRun): Run {
  if (level % 2 === 0) return { text: signs.join(''), isRightToLeft: false };
  const mirrored = signs.map((sign) => MIRRORED[sign] ?? sign);
  if (signs.some((sign) => RIGHT_TO_LEFT.test(sign))) return { text: mirrored.join(''), isRightToLeft: true };
  return { text: mirrored.reverse().join(''), isRightToLeft: false };
}
