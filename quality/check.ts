/** One measurement and whether it reaches its goal. */
export interface Check {
  /** The group of goals: performance and Lighthouse's scores, JavaScript, accessibility, or general rules. */
  readonly about: 'speed and scores' | 'JavaScript' | 'accessibility' | 'every page';
  readonly page: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** As printed. */
  readonly goal: string;
  readonly isReached: boolean;
  /** Details for whoever fixes it. */
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

/** Additional information without its own goal. */
export function told({ unit = '', details = [], ...measured }: Measured): Check {
  return { ...measured, unit, details, goal: '', isReached: true };
}
