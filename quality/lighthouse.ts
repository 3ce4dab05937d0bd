import lighthouse, { type Result } from 'lighthouse';
import { atLeast, atMost, type Check, told } from './check.ts';
import { MEASURED_PAGES } from './pages.ts';

/**
 * The cart is personal, so it asks search engines not to index it, as does robots.txt. Lighthouse counts that against
 * the page, so this audit is left out of the cart's score.
 */
const NOT_FOR_SEARCH_ENGINES = { '/cart': ['is-crawlable'] } as Readonly<Record<string, readonly string[]>>;

const SCORES = [
  { id: 'performance', name: 'performance', goal: 95 },
  { id: 'accessibility', name: 'accessibility', goal: 100 },
  { id: 'best-practices', name: 'best practices', goal: 100 },
  { id: 'seo', name: 'SEO', goal: 100 },
] as const;

export interface LighthouseFigures {
  readonly checks: readonly Check[];
  /** Lighthouse's benchmark index of the machine; its CPU slow-down assumes a desktop of 1500 or more. */
  readonly machine: readonly number[];
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function runOnce(url: string, path: string, port: number): Promise<Result> {
  const run = await lighthouse(new URL(path, url).href, {
    port,
    logLevel: 'error',
    formFactor: 'mobile',
    onlyCategories: SCORES.map(({ id }) => id),
    skipAudits: [...(NOT_FOR_SEARCH_ENGINES[path] ?? [])],
  });
  if (!run) throw new Error(`Lighthouse gave no result for ${path}.`);
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`Lighthouse could not measure ${path}: ${lhr.runtimeError.message}`);
  return lhr;
}

/** The audits that lower a score, in Lighthouse's words. */
function shortcomings(run: Result, category: string): string[] {
  const weighed = run.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighed.flatMap(({ id }) => {
    const audit = run.audits[id];
    if (!audit || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`];
  });
}

function checksOf(page: string, runs: readonly Result[]): Check[] {
  const audit = (id: string): number => medianOf(runs.map((run) => run.audits[id]?.numericValue ?? Number.NaN));
  const scores = SCORES.map(({ id, name, goal }) => {
    const value = Math.round(medianOf(runs.map((run) => run.categories[id]?.score ?? 0)) * 100);
    const details = value < goal ? [...new Set(runs.flatMap((run) => shortcomings(run, id)))] : [];
    return atLeast(goal, { about: 'speed and scores', page, name, value, details });
  });
  const lcp = Math.round(audit('largest-contentful-paint') / 10) / 100;
  const cls = Math.round(audit('cumulative-layout-shift') * 1000) / 1000;
  return [
    ...scores,
    atMost(2, { about: 'speed and scores', page, name: 'LCP', value: lcp, unit: 's' }),
    atMost(0.05, { about: 'speed and scores', page, name: 'CLS', value: cls }),
    // 30% of the performance score, and a predictor of INP.
    told({
      about: 'speed and scores',
      page,
      name: 'TBT',
      value: Math.round(audit('total-blocking-time')),
      unit: 'ms',
    }),
  ];
}

/** Lighthouse's mobile profile on each measured page, the median of `runs`, in the browser listening on `port`. */
export async function measureByLighthouse(
  url: string,
  port: number,
  runs: number,
  say: (line: string) => void,
): Promise<LighthouseFigures> {
  const checks: Check[] = [];
  const machine: number[] = [];
  for (const { page, path } of MEASURED_PAGES) {
    const results: Result[] = [];
    for (let run = 1; run <= runs; run += 1) {
      say(`Lighthouse: ${page}, ${run} of ${runs}`);
      const result = await runOnce(url, path, port);
      results.push(result);
      machine.push(Math.round(result.environment.benchmarkIndex));
    }
    checks.push(...checksOf(page, results));
  }
  return { checks, machine };
}
