/** One measured thing and whether it reaches its goal. */
export interface Check {
  /** Which of the goals it belongs to: speed and Lighthouse's scores, JavaScript, accessibility, or what every page keeps. */
  readonly about: 'speed and scores' | 'JavaScript' | 'accessibility' | 'every page';
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
  readonly about: Check['about'];
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
