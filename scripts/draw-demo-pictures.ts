import { drawPictures } from '#demo/pictures/draw.ts';

/** Draws the pictures of the demo shop into a folder: `node scripts/draw-demo-pictures.ts <folder>`. */
const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Usage: node scripts/draw-demo-pictures.ts <folder>\n');
  process.exit(2);
}
const drawn = await drawPictures(folder, (line) => process.stdout.write(`${line}\n`));
if (drawn === 0) process.stdout.write('Demo pictures: nothing new to draw\n');
