/** One measured thing and whether it reaches its goal. */
export interface Check {
  /** Which point of the goals it belongs to: speed and Lighthouse's scores, JavaScript, accessibility, or what every page keeps. */
  readonly point: 'point 1' | 'point 2' | 'point 5' | 'pages';
  readonly page: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** In words, as it is printed. */
  readonly goal: string;
  readonly isReached: boolean;
  /** What exactly is wrong, for whoever mends it. */
  readonly details: readonly string[];
}

interface Measured {
  readonly point: Check['point'];
  readonly page: string;
  readonly name: string;
  readonly value: number;
  readonly unit?: string;
  readonly details?: readonly string[];
}

export function atMost(limit: number, { unit = '', details = [], ...measured }: Measured): Check {
  return { ...measured, unit, details, goal: `≤ ${limit}${unit && ` ${unit}`}`, isReached: measured.value <= limit };
}

export function atLeast(limit: number, { unit = '', details = [], ...measured }: Measured): Check {
  return { ...measured, unit, details, goal: `≥ ${limit}${unit && ` ${unit}`}`, isReached: measured.value >= limit };
}

/** What is worth knowing and has no goal of its own. */
export function told({ unit = '', details = [], ...measured }: Measured): Check {
  return { ...measured, unit, details, goal: '', isReached: true };
}
