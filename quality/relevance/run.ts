import { demoProducts } from '#demo/catalogue/catalogue.ts';
import { alignedTable } from '../../bench/aligned-table.ts';
import { readOptions } from '../../scripts/read-options.ts';
import { openDemoIndex, RESULTS, searchDemoIndex } from './demo-catalogue.ts';
import { gradeOf, queryText } from './judge.ts';
import { isHeldOut, type Judgement, readJudgements } from './judgements.ts';
import { ndcg } from './measures.ts';

const USAGE = `Measures the demo shop's search against the judged queries of judgements.txt:
  npm run relevance
  npm run relevance -- --url http://127.0.0.1:3000      queries a running demo shop instead of the index
  npm run relevance -- --verbose                        prints each query that could be better
  npm run relevance -- --verbose --below 0.8            only those below this NDCG instead of 0.95
  npm run relevance -- --verbose --tuned                leaves out the held-out half
  npm run relevance -- --set "third set"                measures only one set`;

const { values } = readOptions(USAGE, {
  options: {
    url: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    tuned: { type: 'boolean', default: false },
    set: { type: 'string' },
    below: { type: 'string', default: '0.95' },
  },
});

interface Result {
  readonly judgement: Judgement;
  readonly text: string;
  readonly isAnswerable: boolean;
  readonly isHeldOut: boolean;
  readonly isEmpty: boolean;
  /** The first result is irrelevant. */
  readonly isNonsense: boolean;
  readonly ndcg: number;
  readonly shown: readonly string[];
}

type Search = (text: string) => Promise<readonly string[]> | readonly string[];

function searchOfShop(url: string): Search {
  return async (text) => {
    const query = new URLSearchParams({ search: text, per_page: String(RESULTS) });
    const response = await fetch(`${url}/api/products?${query}`);
    const body = (await response.json()) as { data: { data: { slug: string }[] } };
    return body.data.data.map(({ slug }) => slug);
  };
}

function searchOfIndex(): Search {
  const index = openDemoIndex();
  return (text) => searchDemoIndex(index, text).map((id) => demoProducts[id - 1]?.slug ?? '');
}

async function measure(judgement: Judgement, search: Search): Promise<Result | undefined> {
  const text = queryText(judgement, demoProducts);
  if (text === undefined) return undefined;
  const bySlug = new Map(demoProducts.map((product) => [product.slug, gradeOf(product, judgement)]));
  const all = [...bySlug.values()];
  const shown = await search(text);
  const grades = shown.map((slug) => bySlug.get(slug) ?? 0);
  const isAnswerable = all.some((grade) => grade > 0);
  return {
    judgement,
    text,
    isAnswerable,
    isHeldOut: isHeldOut(judgement.query),
    isEmpty: shown.length === 0,
    isNonsense: shown.length > 0 && grades[0] === 0,
    ndcg: ndcg(grades, all),
    shown: shown.map((slug, place) => `${slug} ${grades[place]}`),
  };
}

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)}%`);

function row(name: string, results: readonly Result[]): string[] {
  const answerable = results.filter((one) => one.isAnswerable);
  const sum = answerable.reduce((total, one) => total + one.ndcg, 0);
  const empty = answerable.filter((one) => one.isEmpty).length;
  const nonsense = results.filter((one) => one.isNonsense).length;
  return [
    name,
    String(results.length),
    answerable.length === 0 ? '-' : (sum / answerable.length).toFixed(3),
    percent(empty, answerable.length),
    percent(nonsense, results.length),
  ];
}

const search = values.url === undefined ? searchOfIndex() : searchOfShop(values.url);
const results: Result[] = [];
for (const judgement of readJudgements()) {
  if (values.set !== undefined && judgement.set !== values.set) continue;
  const result = await measure(judgement, search);
  if (result) results.push(result);
}

if (values.verbose) {
  const weak = results.filter(
    (one) => !(values.tuned && one.isHeldOut) && (one.isAnswerable ? one.ndcg < Number(values.below) : one.isNonsense),
  );
  for (const one of weak) {
    const score = one.isAnswerable ? one.ndcg.toFixed(2) : 'not sold';
    process.stdout.write(`${one.judgement.class}: “${one.text}” ${score}: ${one.shown.slice(0, 6).join(', ')}\n`);
  }
}
const halves = (name: string, all: readonly Result[]): string[][] => [
  row(
    `${name}, tuned half`,
    all.filter((one) => !one.isHeldOut),
  ),
  row(
    `${name}, held-out half`,
    all.filter((one) => one.isHeldOut),
  ),
];
const classes = [...Map.groupBy(results, (one) => one.judgement.class)];
const sets = [...Map.groupBy(results, (one) => one.judgement.set)];
process.stdout.write(
  alignedTable(
    ['class', 'queries', 'NDCG@10', 'nothing found', 'nonsense first'],
    [
      ...classes.map(([name, ofClass]) => row(name, ofClass)),
      ...sets.flatMap(([name, ofSet]) => halves(name, ofSet)),
      ...halves('all', results),
      row('all', results),
    ],
  ),
);
