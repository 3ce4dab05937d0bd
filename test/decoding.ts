import sharp, { type Sharp } from 'sharp';

/**
 * The maximum number of concurrent decodings during some work. Counts calls of sharp until they settle, not its threads: these
 * change their counters in two steps, and a busy machine pauses them in between.
 */
export async function maxConcurrentDecodings<T>(
  work: () => Promise<T>,
): Promise<{ readonly most: number; readonly done: T }> {
  let most = 0;
  let open = 0;
  const prototype = Object.getPrototypeOf(sharp()) as Sharp;
  const { toBuffer } = prototype;
  async function countedToBuffer(this: Sharp, ...args: readonly unknown[]): Promise<unknown> {
    open += 1;
    most = Math.max(most, open);
    try {
      return await Reflect.apply(toBuffer, this, args);
    } finally {
      open -= 1;
    }
  }
  Reflect.set(prototype, 'toBuffer', countedToBuffer);
  try {
    const done = await work();
    return { most, done };
  } finally {
    Reflect.set(prototype, 'toBuffer', toBuffer);
  }
}
