import sharp from 'sharp';

/** The maximum number of concurrent decodings during some work. */
export async function maxConcurrentDecodings<T>(
  work: () => Promise<T>,
): Promise<{ readonly most: number; readonly done: T }> {
  let most = 0;
  // A finished decoding counts until its response continues: check afterwards.
  const look = () =>
    setImmediate(() => {
      // A thread that is just taking a picture from the queue may count in both; check again.
      most = Math.max(most, Math.min(countUnderWay(), countUnderWay()));
    });
  sharp.queue.on('change', look);
  try {
    const done = await work();
    return { most, done };
  } finally {
    sharp.queue.off('change', look);
  }
}

function countUnderWay(): number {
  const { queue, process } = sharp.counters();
  return queue + process;
}
