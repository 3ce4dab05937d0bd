import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { copyRepository } from './copy-repository.ts';

/** Generous: a busy machine needs minutes to bundle the dependencies. */
const START_TIMEOUT_MS = 150_000;
/** Nobody saves a file twice within milliseconds, and file watchers miss the second time. */
const BETWEEN_SAVES_MS = 500;

/** The shop in development, on a copy of the repository that the test can edit. */
export interface DevelopmentShop {
  readonly url: string;
  /** Output so far. */
  output(): string;
  /** Replaces a text in a file of the copy; the text must occur. @returns a function that restores it */
  edit(file: string, from: string, to: string): Promise<() => Promise<void>>;
  add(file: string, text: string): Promise<void>;
  delete(file: string): Promise<void>;
  /** Starts `npm run dev` a second time on the same data, and waits until it exits. @returns its output */
  startAnother(): Promise<string>;
  /** Sends an interrupt like Ctrl-C. @returns its exit code */
  interrupt(): Promise<number | null>;
  remove(): Promise<void>;
}

export async function startDevelopmentShop(): Promise<DevelopmentShop> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-development-'));
  const copy = join(folder, 'repository');
  await copyRepository(copy);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    APP_URL: url,
    RATE_LIMIT: '1000000',
  };
  const spawnShop = (say: (text: string) => void, own: NodeJS.ProcessEnv = {}): ChildProcess => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
      cwd: copy,
      env: { ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', say);
    return child;
  };
  let output = '';
  const shop = spawnShop((text) => (output += text));
  const interrupt = async () => {
    const ended = once(shop, 'exit');
    shop.kill('SIGINT');
    if (shop.exitCode === null) await ended;
    return shop.exitCode;
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!output.includes('Ctrl-C')) {
    if (shop.exitCode !== null || performance.now() > deadline) {
      shop.kill('SIGTERM');
      throw new Error(`The shop did not start:\n${output}`);
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  const savedAt = new Map<string, number>();
  async function save(path: string, text: string): Promise<void> {
    const current = await readFile(path, 'utf8').catch(() => undefined);
    if (current === text) return;
    await wait(Math.max(0, (savedAt.get(path) ?? 0) + BETWEEN_SAVES_MS - performance.now()));
    await writeFile(path, text);
    savedAt.set(path, performance.now());
  }

  return {
    url,
    output: () => output,
    async edit(file, from, to) {
      const path = join(copy, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
      await save(path, text.replace(from, to));
      return () => save(path, text);
    },
    async add(file, text) {
      const path = join(copy, file);
      await mkdir(dirname(path), { recursive: true });
      await save(path, text);
    },
    delete: (file) => rm(join(copy, file)),
    async startAnother() {
      let said = '';
      const other = spawnShop((text) => (said += text), { PORT: '0' });
      await once(other, 'exit');
      return said;
    },
    interrupt,
    remove,
  };
}
