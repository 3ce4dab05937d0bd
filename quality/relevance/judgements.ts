import { readFileSync } from 'node:fs';

/** Products that match one of the `alternatives` have this grade: 3 is an exact match, 1 is related. */
export interface GradedRule {
  readonly grade: number;
  readonly alternatives: readonly (readonly string[])[];
}

export interface Judgement {
  /** The heading in brackets above it. */
  readonly set: string;
  readonly class: string;
  /** As typed by a shopper, or `@sku:word` for the SKU of the first product with this word in its name. */
  readonly query: string;
  readonly rules: readonly GradedRule[];
}

function gradedRule(text: string): GradedRule {
  const [, grade = '', rule = ''] = /^\s*([1-3]):(.*)$/.exec(text) ?? [];
  if (grade === '') throw new Error(`Not a graded rule: ${text}`);
  return { grade: Number(grade), alternatives: rule.split(' / ').map((one) => one.trim().split(/\s+/)) };
}

/** Parses judgements.txt: one query per line, `class | query | grade: rule | …`. */
export function readJudgements(): Judgement[] {
  let set = '';
  return readFileSync(new URL('judgements.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const heading = /^\[(.+)\]$/.exec(line)?.[1];
      if (heading !== undefined) {
        set = heading;
        return [];
      }
      const [name = '', query = '', ...rules] = line.split('|');
      return [{ set, class: name.trim(), query: query.trim(), rules: rules.map(gradedRule) }];
    });
}

/** Half of the queries are held out while tuning; chosen by a hash of their text, so that the halves are stable. */
export function isHeldOut(query: string): boolean {
  let hash = 2_166_136_261;
  for (let i = 0; i < query.length; i += 1) hash = Math.imul(hash ^ query.charCodeAt(i), 16_777_619);
  return ((hash >>> 16) & 1) === 1;
}
