import sharp from 'sharp';

/** How many pictures are under decoding at the same time, at most, while some work goes on. */
export async function mostDecodedAtOnce<T>(
  work: () => Promise<T>,
): Promise<{ readonly most: number; readonly done: T }> {
  let most = 0;
  // A picture that is done is still counted while its answer goes on: looked at when that is over.
  const look = () =>
    setImmediate(() => {
      // A thread that just takes a picture from the queue may let it be counted in both; looked at again, it is in one.
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
