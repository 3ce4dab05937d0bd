import { openStudio } from '#demo/pictures/draw.ts';

/** Renders the demo shop's pictures into a folder: `node scripts/draw-demo-pictures.ts <folder>`. */
const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Usage: node scripts/draw-demo-pictures.ts <folder>\n');
  process.exit(2);
}
const PROGRESS_EVERY_MS = 5_000;
const say = (line: string) => process.stdout.write(`Demo pictures: ${line}\n`);

const studio = await openStudio(folder);
const total = studio.due.length;
let done = 0;
let reported = Date.now();
await studio.draw(() => {
  done += 1;
  if (Date.now() - reported < PROGRESS_EVERY_MS) return;
  reported = Date.now();
  say(`${done} of ${total} drawn`);
});
say(total > 0 ? `all ${total} drawn` : 'nothing new to draw');
