import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const EASEL = fileURLToPath(new URL('draw-worker.ts', import.meta.url));
/** Polling interval while a request waits: a picture takes 0.2 s, but others may be queued before it. */
const PATIENCE_MS = 20_000;

export interface PicturesToCome {
  /**
   * Waits for a picture that has not been rendered yet, and renders it next.
   * @param file its name, with or without width: `aria-1-640.webp`, `aria-1`.
   * @returns undefined when there is nothing to wait for.
   */
  awaitPicture(file: string): Promise<void> | undefined;
  /** Leaves unrendered pictures for the next start. */
  stop(): Promise<void>;
}

type Told = { due: string[] } | { drawn: string };

/**
 * Renders the demo shop's pictures while the shop is already open: the first start would otherwise take a minute
 * longer.
 * @param report receives one line when rendering starts and one when it ends or fails.
 */
export function drawBeside(folder: string, report: (line: string) => void): PicturesToCome {
  const easel = fork(EASEL, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const begun = Promise.withResolvers<void>();
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let total = 0;
  let isOpen = true;

  easel.on('message', (told: Told) => {
    if ('drawn' in told) {
      waiting.get(told.drawn)?.resolve();
      waiting.delete(told.drawn);
      return;
    }
    total = told.due.length;
    for (const key of told.due) waiting.set(key, Promise.withResolvers());
    begun.resolve();
    if (total > 0) report(`Drawing the demo shop’s ${total} pictures in the background; the shop is already open.`);
  });
  const ended = whenEnded(easel).then(() => {
    if (isOpen && waiting.size > 0) report(`${waiting.size} pictures of the demo shop could not be drawn.`);
    else if (isOpen && total > 0) report('The demo shop’s pictures are drawn.');
    isOpen = false;
    begun.resolve();
    for (const picture of waiting.values()) picture.resolve();
  });

  async function drawNext(file: string): Promise<void> {
    await begun.promise;
    const name = file.replace(/\.\w+$/, '');
    // Names may end in a number of their own: `aria-1`, with the width `aria-1-640`.
    const key = waiting.has(name) ? name : name.replace(/-\d+$/, '');
    const picture = waiting.get(key);
    if (!picture || !isOpen) return;
    // If rendering stops now, its end is reported below.
    easel.send(key, () => undefined);
    await Promise.race([picture.promise, patience()]);
  }

  return {
    awaitPicture: (file) => (isOpen ? drawNext(file) : undefined),
    stop: async () => {
      isOpen = false;
      if (easel.connected) easel.disconnect();
      await ended;
    },
  };
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });
}
