/**
 * Stops the program on SIGINT and SIGTERM: finishes its open work once, however often the signal arrives, and exits.
 * @param undo cleanup functions, run in reverse order, however far the startup came.
 * @returns stops it without a signal, with `process.exitCode`.
 */
export function stopOnSignal(undo: (() => unknown)[]): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= undoAll(undo).then(() => process.exit());
    return stopping;
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return stop;
}

async function undoAll(undo: (() => unknown)[]): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}
