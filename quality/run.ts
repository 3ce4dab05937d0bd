import { availableParallelism, loadavg } from 'node:os';
import { freePort } from '#test/free-port.ts';
import { alignedTable } from '../bench/aligned-table.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { startDemoShop } from '../e2e/demo-shop.ts';
import { readOptions } from '../scripts/read-options.ts';
import { atMost, type Check } from './check.ts';
import { clientJavaScript } from './client-javascript.ts';
import { measureByLighthouse } from './lighthouse.ts';
import { pagesByVisitor, type Visitor } from './pages.ts';
import { measureResponse } from './response.ts';
import { anOrder, goShopping, signIn } from './sign-in.ts';
import { walk } from './walk.ts';

const USAGE = `Measures every page of the shop against its goals, on its own demo shop. Exits with 1 when a goal is missed.
  npm run quality                                    everything
  npm run quality -- --only lighthouse --runs 3      one of weight, lighthouse, response and walk
  npm run quality -- --json                          JSON instead of a table`;

const { values } = readOptions(USAGE, {
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const PARTS = ['weight', 'lighthouse', 'response', 'walk'] as const;
const DEADLINE_MS = 20 * 60_000;

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

interface Figures {
  readonly checks: readonly Check[];
  readonly machine: readonly number[];
}

async function walkAll(browser: Awaited<ReturnType<typeof launchBrowser>>, url: string): Promise<Check[]> {
  const [shopper, admin] = [await signIn(url, 'shopper'), await signIn(url, 'admin')];
  await goShopping(url, shopper);
  const pages = pagesByVisitor(await anOrder(url, shopper));
  const tokens: Readonly<Record<Visitor, string | undefined>> = { guest: undefined, shopper, admin };
  const checks: Check[] = [];
  for (const visitor of ['guest', 'shopper', 'admin'] as const) {
    say(`Walking ${pages[visitor].length} pages as ${visitor}`);
    checks.push(...(await walk(browser, url, visitor, pages[visitor], tokens[visitor])));
  }
  return checks;
}

async function measure(url: string): Promise<Figures> {
  const isWanted = (part: (typeof PARTS)[number]): boolean => part.includes(values.only);
  const debuggingPort = await freePort();
  const browser = await launchBrowser({ debuggingPort });
  try {
    const weights = isWanted('weight') ? await clientJavaScript() : [];
    const checks = weights.map(({ page, kibibytes, limit }) =>
      atMost(limit, {
        about: 'JavaScript',
        page,
        name: 'JavaScript',
        value: Math.ceil(kibibytes * 100) / 100,
        unit: 'KiB',
      }),
    );
    const lighthouse = isWanted('lighthouse')
      ? await measureByLighthouse(url, debuggingPort, Number(values.runs), say)
      : { checks: [], machine: [] };
    checks.push(...lighthouse.checks);
    if (isWanted('response')) checks.push(...(await measureResponse(browser, url)));
    if (isWanted('walk')) checks.push(...(await walkAll(browser, url)));
    return { checks, machine: lighthouse.machine };
  } finally {
    await browser.close();
  }
}

/** One row per measured page; one for all others that reach a goal; one for each that misses it. */
function rowsOf(checks: readonly Check[]): string[][] {
  const row = ({ about, page, name, value, unit, goal, isReached }: Check): string[] => [
    `${page}: ${name}`,
    `${value}${unit && ` ${unit}`}`,
    goal,
    about,
    goal && (isReached ? 'reached' : 'MISSED'),
  ];
  const walked = checks.filter(({ page }) => page.startsWith('/'));
  const names = [...new Set(walked.map(({ name }) => name))];
  const summary = names.flatMap((name) => {
    const reached = walked.filter((check) => check.name === name && check.isReached);
    const [first] = reached;
    return first ? [row({ ...first, page: `${reached.length} pages`, value: first.value })] : [];
  });
  return [
    ...checks.filter(({ page }) => !page.startsWith('/')).map(row),
    ...summary,
    ...walked.filter(({ isReached }) => !isReached).map(row),
  ];
}

function report({ checks, machine }: Figures): void {
  const missed = checks.filter(({ isReached }) => !isReached);
  const load = loadavg().map((value) => value.toFixed(1));
  process.stdout.write(alignedTable(['page: measured', 'value', 'goal', 'of', 'result'], rowsOf(checks)));
  for (const { page, name, details } of missed) {
    for (const detail of details) process.stdout.write(`${page}: ${name}: ${detail.slice(0, 600)}\n`);
  }
  process.stdout.write(
    `\nMeasured on ${availableParallelism()} processors under a load of ${load.join(', ')} (1, 5, 15 minutes)${machine.length > 0 ? `; Lighthouse's index of the machine's speed: ${Math.min(...machine)} to ${Math.max(...machine)}, of 1500 that its profile assumes` : ''}.\nTimes (performance, LCP, TBT, INP) are as noisy as the machine: whatever else runs on it counts against the shop. Sizes,\nscores of the other kinds, CLS, axe, widths and console do not depend on it.\n`,
  );
  process.stdout.write(
    missed.length === 0 ? 'Every goal is reached.\n' : `${missed.length} of ${checks.length} goals are missed.\n`,
  );
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Measuring took more than 20 minutes.')), DEADLINE_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

say('Starting a demo shop of its own');
const shop = await startDemoShop();
try {
  const figures = await withinTime(measure(shop.url));
  if (values.json) process.stdout.write(`${JSON.stringify({ load: loadavg(), ...figures }, null, 2)}\n`);
  else report(figures);
  process.exitCode = figures.checks.every(({ isReached }) => isReached) ? 0 : 1;
} finally {
  await shop.stop();
}
