import { availableParallelism, constants, setPriority } from 'node:os';
import { openStudio } from './draw.ts';

/**
 * Draws the demo shop's pictures beside an open shop, in a process of its own that gives way to everybody: started by
 * `draw-beside.ts`, which is told what is due and what is drawn, and tells what is wanted next.
 */
const [folder = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());

const studio = await openStudio(folder);
process.on('message', (key: string) => studio.prefer(key));
process.send?.({ due: studio.due });
// One processor is the shop's; and each picture under way takes its memory (measured with two processors: 400 MB, not 530).
await studio.draw((drawn) => process.send?.({ drawn }), Math.max(1, availableParallelism() - 1));
process.disconnect?.();
