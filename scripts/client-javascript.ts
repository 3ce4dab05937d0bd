/** Prints the JavaScript of a first visit to each page, after a build, and fails when a page exceeds its limit. */
import { clientJavaScript } from '../quality/client-javascript.ts';

for (const { page, kibibytes, limit } of await clientJavaScript()) {
  const isOver = kibibytes > limit;
  process.stdout.write(
    `${page.padEnd(10)}${kibibytes.toFixed(1).padStart(7)} KiB of ${limit}${isOver ? '  over' : ''}\n`,
  );
  if (isOver) process.exitCode = 1;
}
